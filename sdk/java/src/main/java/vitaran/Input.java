package vitaran;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a verb takes: fields of the contract by name, made by a builder and never changed after. */
public class Input {
  /** Nothing. */
  public static final Input EMPTY = new Input(Map.of());

  private final Map<String, Object> fields;

  private Input(Map<String, Object> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  protected Input(Builder<?, ?> builder) {
    this(builder.fields);
  }

  /** The fields that were given, by their names in the contract. */
  public final Map<String, Object> fields() {
    return fields;
  }

  /** The names of its fields: their values may be accounts. */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + fields.keySet();
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Input input && input.getClass() == getClass() && input.fields.equals(fields);
  }

  @Override
  public final int hashCode() {
    return fields.hashCode();
  }

  /** Takes fields one by one; null takes one away. */
  public abstract static class Builder<I extends Input, B extends Builder<I, B>> {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    protected Builder() {}

    /** A field that this version of the library does not know, or one from a table of values. */
    public final B with(String name, Object value) {
      return set(name, value);
    }

    @SuppressWarnings("unchecked")
    protected final B set(String name, Object value) {
      if (value == null) fields.remove(name);
      else fields.put(name, value);
      return (B) this;
    }

    public abstract I build();
  }

  /** Builds an input of no verb's own. */
  static final class Plain extends Builder<Input, Plain> {
    @Override
    public Input build() {
      return new Input(this);
    }
  }
}
