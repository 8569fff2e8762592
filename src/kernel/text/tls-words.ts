// What OpenSSL says of a fault, for people.

/** `40C7…:error:0A00042E:SSL routines:ssl3_read_bytes:<words>:../deps/…/rec_layer_s3.c:918:…` */
const LINE = /^.*?error:[0-9A-F]{8}:[^:]*:[^:]*:([^:]+)[\s\S]*$/;

/** The words of an error of TLS alone, without numbers, functions and files. */
export function tlsWords(message: string): string {
  return message.replace(LINE, '$1').trim();
}
