// The mail parser, loaded with the first mail that is parsed.
import type * as postalMime from 'postal-mime';
import { whenNeeded } from '../../kernel/when-needed.ts';

export const mime = whenNeeded((take) => take('postal-mime') as typeof postalMime);
