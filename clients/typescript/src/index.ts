// What the package gives.
export { type Client, type ClientOptions, type Exchange, newClient } from './client.ts';
export { ApiError, ConnectionError, MailwrightError } from './errors.ts';
export type { components } from './schema.d.ts';
export type {
  CallOptions,
  FileBody,
  Input,
  ListingName,
  OperationName,
  Output,
  RecordOf,
} from './types.ts';
