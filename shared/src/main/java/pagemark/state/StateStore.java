package pagemark.state;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The port of `pagemark-state`: a few operations on documents, from which all that the state table
/// keeps is made. [StateTable] is DynamoDB's.
///
/// A change names the document as it was seen. It is made only if that is still what the table has,
/// but for components that never change. So whoever has read before another process wrote changes
/// nothing, and decides again ([#change]).
public interface StateStore {
  /// Many processes may renew the same lease at once, and one of them comes through at each try.
  int TRIES_MAX = 100;

  /// A part of a partition, in the order of its sort keys, which are printable ASCII.
  ///
  /// @param from the first sort key, included
  /// @param to the last sort key, included
  record Range(String pk, String from, String to, int max, boolean newestFirst) {
    /// The whole partition.
    public static Range of(String pk) {
      return new Range(pk, " ", "~", Integer.MAX_VALUE, false);
    }

    /// Those whose sort keys begin with a text.
    public static Range of(String pk, String prefix) {
      return new Range(pk, prefix, prefix + "~", Integer.MAX_VALUE, false);
    }

    /// The next ones after a sort key. None of them has one that is another's beginning.
    public static Range after(String pk, String sk, int max) {
      return new Range(pk, sk + " ", "~", max, false);
    }
  }

  /// @param seen null if there must be none
  record Change(@Nullable Document seen, Document next) {}

  /// Whatever an item holds.
  record Any() implements Document {
    @Override
    public Key documentKey() {
      throw new UnsupportedOperationException();
    }
  }

  /// Decides how a document changes.
  @FunctionalInterface
  interface Next<T> {
    /// @param seen null if there is none
    /// @return `seen` to leave it alone, null to delete it
    @Nullable T after(@Nullable T seen);
  }

  /// Reads consistently, a page at a time.
  ///
  /// @throws IllegalStateException for an item that another version has written in another form
  <T extends Document> Stream<T> list(Class<T> type, Range range);

  /// Writes a document, whatever there is.
  void put(Document document);

  /// Deletes a document if it is unchanged.
  ///
  /// @return whether it was
  boolean delete(Document seen);

  /// Makes all changes, or none if one of the documents has changed.
  ///
  /// @return whether they were made
  boolean transact(List<Change> changes);

  /// Makes all changes, of documents that are read for each try.
  ///
  /// @throws IllegalStateException if others change them at each try
  default void change(Supplier<List<Change>> changes) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      if (transact(changes.get())) {
        return;
      }
    }
    throw new IllegalStateException("documents changed %d times meanwhile".formatted(TRIES_MAX));
  }

  /// Writes a document if what was seen is unchanged.
  ///
  /// @param seen null if there must be none
  /// @return whether it was
  default boolean replace(@Nullable Document seen, Document next) {
    return transact(List.of(new Change(seen, next)));
  }

  /// How many documents a partition has, counted up to `max`.
  default int size(String pk, int max) {
    return (int) list(Any.class, new Range(pk, " ", "~", max, false)).count();
  }

  default <T extends Document> Optional<T> get(Class<T> type, Document.Key key) {
    return list(type, new Range(key.pk(), key.sk(), key.sk(), 1, false)).findFirst();
  }

  /// Changes a document, or creates or deletes it.
  ///
  /// @return what is there now; null if nothing is
  /// @throws IllegalStateException if others change it at each try
  default <T extends Document> @Nullable T change(Class<T> type, Document.Key key, Next<T> change) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      T seen = get(type, key).orElse(null);
      T next = change.after(seen);
      if (Objects.equals(seen, next) || isDone(seen, next)) {
        return next;
      }
    }
    throw new IllegalStateException("%s changed %d times meanwhile".formatted(key, TRIES_MAX));
  }

  private boolean isDone(@Nullable Document seen, @Nullable Document next) {
    return next == null ? seen == null || delete(seen) : replace(seen, next);
  }
}
