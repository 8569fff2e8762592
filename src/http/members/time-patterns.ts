// How requests write days and times, as JSON Schema can say it: no month 13, no hour 25. How many
// days a month has, the readers know.
const DAY = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const TIME = `${MINUTE}:[0-5]\\d`;

const trimmed = (pattern: string) => ({ pattern: `^\\s*${pattern}\\s*$` });

/** `Y-m-d`. */
export const DAY_ALONE = trimmed(DAY);
/** `Y-m-d H:i:s`. */
export const DAY_AND_TIME = trimmed(`${DAY} ${TIME}`);
/** `Y-m-d`, or `Y-m-d H:i:s`. */
export const DAY_OR_TIME = trimmed(`${DAY}(?: ${TIME})?`);
const ISO = `${DAY}[Tt]${MINUTE}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)`;
/** ISO 8601 with `Z` or an offset. */
export const INSTANT = trimmed(ISO);
/** `Y-m-d H:i:s`, or ISO 8601 with `Z` or an offset. */
export const DAY_AND_TIME_OR_INSTANT = trimmed(`(?:${DAY} ${TIME}|${ISO})`);
