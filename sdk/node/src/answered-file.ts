/** A file in a response of the server. */
export interface AnsweredFile {
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly requestId: string;
}
