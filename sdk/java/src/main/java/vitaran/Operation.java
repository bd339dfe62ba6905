package vitaran;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What must be known of an operation to call it; the classes of {@code vitaran.api} have one for each verb.
 *
 * @param id the field with the caller's own id; null where there is none
 * @param ask the verb to ask when the outcome is unknown
 * @param pick the one property of the data that is answered
 * @param items of a list: the property with the items
 * @param turn of a list: how to go on
 * @param amounts paths of amounts in the input: {@code batch.*.amount}
 */
public record Operation(
    String verb,
    String method,
    String path,
    Kind kind,
    String id,
    String ask,
    String pick,
    String items,
    Turn turn,
    List<String> inPath,
    List<String> inQuery,
    List<String> amounts,
    boolean sendsFile,
    boolean answersFile) {

  /** What may be repeated. */
  public enum Kind {
    /** Changes nothing. */
    READ,
    /** Moves money under an id of the caller's, by which a repeat is told how the first one stands. */
    ORDER,
    /** Repeated only where the server cannot have acted on it. */
    CHANGE
  }

  /** How a list goes on after a page. */
  public enum Turn {
    LAST_RETURN_ID,
    PAGE,
    NOTHING
  }

  private static final Pattern IN_PATH = Pattern.compile("\\{(\\w+)\\}");

  public static Builder of(String verb, String method, String path) {
    return new Builder(verb, method, path);
  }

  /** Builds an operation that changes nothing, unless it is told otherwise. */
  public static final class Builder {
    private final String verb;
    private final String method;
    private final String path;
    private Kind kind = Kind.READ;
    private String id;
    private String ask;
    private String pick;
    private String items;
    private Turn turn;
    private List<String> inQuery = List.of();
    private List<String> amounts = List.of();
    private boolean sendsFile;
    private boolean answersFile;

    private Builder(String verb, String method, String path) {
      this.verb = verb;
      this.method = method;
      this.path = path;
    }

    public Builder order(String idField, String verbToAsk) {
      kind = Kind.ORDER;
      id = idField;
      ask = verbToAsk;
      return this;
    }

    public Builder change(String verbToAsk) {
      return change(verbToAsk, null);
    }

    public Builder change(String verbToAsk, String idField) {
      kind = Kind.CHANGE;
      id = idField;
      ask = verbToAsk;
      return this;
    }

    public Builder pick(String property) {
      pick = property;
      return this;
    }

    public Builder list(String property, Turn goingOn) {
      items = property;
      turn = goingOn;
      return this;
    }

    public Builder inQuery(String... names) {
      inQuery = List.of(names);
      return this;
    }

    public Builder amounts(String... paths) {
      amounts = List.of(paths);
      return this;
    }

    public Builder sendsFile() {
      sendsFile = true;
      return this;
    }

    public Builder answersFile() {
      answersFile = true;
      return this;
    }

    public Operation build() {
      List<String> inPath = IN_PATH.matcher(path).results().map((MatchResult found) -> found.group(1)).toList();
      return new Operation(
          verb, method, path, kind, id, ask, pick, items, turn, inPath, inQuery, amounts, sendsFile, answersFile);
    }
  }
}
