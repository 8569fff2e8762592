// The reader of mails: loaded with the first mail that is read.
import type * as postalMime from 'postal-mime';
import { whenNeeded } from '../../kernel/when-needed.ts';

export const mime = whenNeeded((take) => take('postal-mime') as typeof postalMime);
