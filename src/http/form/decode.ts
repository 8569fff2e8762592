// Decodes requests in every encoding that existing clients use into the same nested structure (wire
// contract, section 3). Pure; what the members mean is decided in wire.ts files.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { atOnce, inSlices } from '../../kernel/slices.ts';
import { jsonSteps } from './json.ts';
import { multipartSteps } from './multipart.ts';
import { decodeQueryPairs, urlencodedSteps } from './urlencoded.ts';
import {
  emptyObject,
  type FormObject,
  type FormValue,
  isFormObject,
  MAX_PAIRS,
  scalarText,
  USUAL_PAIRS,
} from './value.ts';

export type { FormObject, FormValue };
export { isFormObject, MAX_PAIRS, scalarText, USUAL_PAIRS };

/**
 * Decodes a body by its content type; without one as urlencoded. No body gives an empty object,
 * whatever the type.
 * @param raw the whole body, already limited in size
 * @param most the maximum number of values
 * @throws AppError `bad_request` (malformed, with the place, or nested too deeply), `too_large`
 * (too many values), `unsupported_media_type`
 */
export function decodeBody(raw: Buffer, contentType: string | undefined, most = MAX_PAIRS): FormObject {
  return atOnce(bodySteps(raw, contentType, most));
}

/**
 * As `decodeBody`, in slices between which other work runs. @param most the maximum number of
 * values
 */
export function decodeBodyInSlices(raw: Buffer, contentType: string | undefined, most: number): Promise<FormObject> {
  return inSlices(bodySteps(raw, contentType, most));
}

function* bodySteps(raw: Buffer, contentType: string | undefined, most: number): Generator<void, FormObject> {
  if (raw.length === 0) return emptyObject();
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  switch (mediaType) {
    case '':
    case 'application/x-www-form-urlencoded':
      return yield* urlencodedSteps(raw, most);
    case 'multipart/form-data':
      return yield* multipartSteps(raw, contentType ?? '', most);
    case 'application/json':
      return yield* jsonSteps(raw, most);
    default:
      throw new AppError('unsupported_media_type', say('request-content-type'));
  }
}

/** Decodes a query string, without its `?`, by the same rules. Throws as `decodeBody`. */
export function decodeQuery(query: string): FormObject {
  return query === '' ? emptyObject() : decodeQueryPairs(query);
}
