package vitaran;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Every item of a list, page after page as they are asked for: stop, and no more pages are read. Each iterator and each
 * stream begins anew, and throws as the verb does.
 */
public final class Listing<T> implements Iterable<T> {
  /** A page, and how to read the one after it; null after the last. */
  record Page<T>(List<T> items, Supplier<Page<T>> next) {}

  private final Supplier<Page<T>> first;

  Listing(Supplier<Page<T>> first) {
    this.first = first;
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private Supplier<Page<T>> next = first;
      private Iterator<T> items = List.<T>of().iterator();

      @Override
      public boolean hasNext() {
        while (!items.hasNext() && next != null) {
          Page<T> page = next.get();
          items = page.items().iterator();
          next = page.items().isEmpty() ? null : page.next();
        }
        return items.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext()) throw new NoSuchElementException();
        return items.next();
      }
    };
  }

  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }
}
