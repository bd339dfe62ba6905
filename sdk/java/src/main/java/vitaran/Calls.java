package vitaran;

/**
 * How verbs are called. A client does it by HTTP; give the classes of {@code vitaran.api} another to test without a
 * server.
 */
public interface Calls {
  /**
   * Calls an operation and answers its data.
   *
   * @throws VitaranException when it is refused or not answered
   */
  <R> R call(Operation operation, Input input, Class<R> result);

  /** The items of a list; nothing is read before they are asked for. */
  <T> Listing<T> list(Operation operation, Input input, Class<T> item);

  /**
   * Calls an operation whose answer is a file.
   *
   * @throws VitaranException when it is refused or not answered
   */
  AnsweredFile file(Operation operation, Input input);
}
