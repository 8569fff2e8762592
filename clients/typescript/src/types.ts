// What goes into a call and what comes out of it, taken from the generated types.
import type { operations } from './schema.d.ts';

/**
 * The name of an operation, such as `createCampaign`; not of a request that the server sends
 * (webhooks).
 */
export type OperationName = Exclude<keyof operations, `tell.${string}`>;

type ParametersOf<O> = O extends { parameters: infer P } ? P : never;
type PathOf<O> = ParametersOf<O> extends { path: infer P } ? P : unknown;
type QueryOf<O> = 'query' extends keyof ParametersOf<O> ? Absent<ParametersOf<O>['query']> : unknown;
/** Absent members are typed `undefined` or `never`: nothing is asked for then. */
type Absent<Q> = [Exclude<Q, undefined>] extends [never]
  ? unknown
  : undefined extends Q
    ? Partial<Exclude<Q, undefined>>
    : Q;

/** A file as a body: a string, bytes, a `Blob` or a stream. */
export type FileBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

type ContentOf<O> = O extends { requestBody?: { content: infer C } } ? C : never;
type BodyTypeOf<O> = ContentOf<O> extends { 'application/json': infer J } ? J : FileBody;
type BodyOf<O> =
  unknown extends ContentOf<O>
    ? unknown
    : O extends { requestBody: unknown }
      ? { body: BodyTypeOf<O> }
      : { body?: BodyTypeOf<O> };

/** One type with all members, so that editors show it whole. */
type Whole<T> = { [K in keyof T]: T[K] };

/** Path and query parameters, and the `body`. */
export type Input<Name extends OperationName> = Whole<
  PathOf<operations[Name]> & QueryOf<operations[Name]> & BodyOf<operations[Name]>
>;

type AnswersOf<O> = O extends { responses: infer R } ? R : never;
type SuccessOf<R> = R extends { 200: infer S } ? S : R extends { 201: infer S } ? S : never;
type JsonOf<S> = S extends { content: { 'application/json': infer J } } ? J : never;

/** The result of a call: the answer’s JSON, or for files and streams the whole response. */
export type Output<Name extends OperationName> = [JsonOf<SuccessOf<AnswersOf<operations[Name]>>>] extends [never]
  ? Response
  : JsonOf<SuccessOf<AnswersOf<operations[Name]>>>;

/** Whether all members of an input are optional. */
type IsOptional<T> = Record<never, never> extends T ? true : false;

/** The arguments of a call. */
export type Parameters<Name extends OperationName> =
  IsOptional<Input<Name>> extends true
    ? [input?: Input<Name>, options?: CallOptions]
    : [input: Input<Name>, options?: CallOptions];

export type Method<Name extends OperationName> = (...parameters: Parameters<Name>) => Promise<Output<Name>>;

type RecordsOf<T> = T extends { data: { records: readonly (infer R)[] } } ? R : never;

/** Operations whose answer is a page of records. */
export type ListingName = {
  [Name in OperationName]: [RecordsOf<Output<Name>>] extends [never] ? never : Name;
}[OperationName];

/** A record of a listing. */
export type RecordOf<Name extends ListingName> = RecordsOf<Output<Name>>;

/** Options of one call. */
export type CallOptions = {
  /** Aborts the call and its retries; the call then throws the signal’s reason. */
  signal?: AbortSignal;
  /** Timeout per attempt until its answer begins, in ms. */
  timeout?: number;
  /** Maximum number of retries of a failed call; 0 for none. */
  retries?: number;
  /**
   * The header `Idempotency-Key` of a POST. Defaults to a new one for each call; with false, none
   * is sent, and the call is not retried.
   */
  idempotencyKey?: string | false;
  /** The `ETag` that a change is based on: 412 if someone saved in between. */
  ifMatch?: string;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
};
