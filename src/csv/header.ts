// The header of a CSV file from outside: the delimiter of its values, and the fields its names
// mean. One table for all readers of subscriber files, whatever program wrote them.
import { isMailAddress } from '../kernel/address.ts';
import { openRecordParser } from './records.ts';
import { parseCell } from './write.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** Column names of other programs, by field tag; normalized by plainName. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  EMAIL: names(
    'email, e mail, mail, emails, email address, e mail address, emailaddress, mail address, email id, primary email,',
    'subscriber email, contact email, e mail 1 value, email 1, email adresse, e mail adresse, emailadresse, mailadresse,',
    'adresse e mail, adresse email, adresse mail, courriel, correo, correo electronico, indirizzo email, e mailadres',
  ),
  FNAME: names('first name, firstname, given name, forename, fname, vorname, prenom, nombre, nome, voornaam'),
  LNAME: names(
    'last name, lastname, surname, family name, lname, nachname, familienname, zuname, nom, nom de famille, apellido,',
    'apellidos, cognome, achternaam',
  ),
  PHONE: names('phone, phone number, telephone, mobile, mobile phone, telefon, telefonnummer, handy, telefono'),
  COMPANY: names('company, company name, organisation, organization, firma, unternehmen, entreprise, empresa'),
  COUNTRY: names('country, land, pays, pais, paese'),
  CITY: names('city, town, ort, stadt, ville, ciudad, citta'),
  BIRTHDAY: names('birthday, birthdate, birth date, date of birth, geburtstag, geburtsdatum'),
};

/** Columns of Mailchimp's exports about the export itself, not the person. */
const ABOUT_THE_EXPORT = new Set(
  names(
    'member rating, optin time, optin ip, confirm time, confirm ip, latitude, longitude, gmtoff, dstoff, timezone, cc,',
    'region, last changed, leid, euid, notes, tags, unsub time, unsub campaign title, unsub campaign id, unsub reason,',
    'unsub reason other, clean time, clean campaign title, clean campaign id',
  ),
);

function names(...lists: string[]): string[] {
  return lists.flatMap((list) => list.split(',').flatMap((name) => name.trim() || []));
}

/** A name without case, accents and separators. */
export function plainName(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The tag of a column name in other programs; undefined when it is unknown. */
export function aliasOf(name: string): string | undefined {
  const plain = plainName(name);
  return Object.keys(ALIASES).find((tag) => ALIASES[tag]?.includes(plain));
}

/** Whether a column is about the export itself. */
export function isAboutTheExport(name: string): boolean {
  return ABOUT_THE_EXPORT.has(plainName(name));
}

/** The first record of a text, split at one possible delimiter. */
export type FirstRecord = { delimiter: string; cells: string[] };

/**
 * The first record split at each possible delimiter. @param delimiter the only one to try, when
 * known
 */
export function firstRecords(head: string, delimiter?: string): FirstRecord[] {
  return (delimiter === undefined ? DELIMITERS : [delimiter]).map((sign) => {
    let first: string[] | undefined;
    const record = (cells: string[]) => {
      first ??= cells;
    };
    const reader = openRecordParser(sign, { record, fault: () => undefined });
    reader.push(head);
    reader.end();
    return { delimiter: sign, cells: first ?? [] };
  });
}

/** The index of the first cell with an address, which means that a file has no header. -1: none. */
export function addressPlace(cells: readonly string[]): number {
  return cells.findIndex((cell) => isMailAddress(parseCell(cell.trim())));
}

/** Column names for a sentence, limited in number and length. */
export function shownNames(cells: readonly string[]): string {
  const shown = cells.slice(0, 12).map((cell) => JSON.stringify(cell.trim().slice(0, 40).toWellFormed()));
  return `${shown.join(', ')}${cells.length > shown.length ? ` and ${cells.length - shown.length} more` : ''}`;
}
