package pagemark.list;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import pagemark.index.IndexException;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageIndexWriter.Sweep;

/// A store of indexes: Redis, a SQL database or a table of DynamoDB.
public final class ListStore implements AutoCloseable {
  private static final Duration MEMORY_MIN = ListIndex.CLOCKS.multipliedBy(2);

  private final IndexStore store;
  private final IndexSettings settings;

  ListStore(IndexStore store, IndexSettings settings) {
    this.store = store;
    this.settings = settings;
  }

  /// Opens a store that remembers changes for a day at least. It is not called yet.
  ///
  /// @param url such as `redis://localhost:6379` or `jdbc:sqlite:lists.db`; the module of the store
  ///   is on the class path
  /// @throws IllegalArgumentException if no store knows the URL's scheme, or if it is malformed
  public static ListStore open(String url) {
    return open(url, IndexSettings.DEFAULT.fencePeriod());
  }

  /// @param memory for how long a change is remembered at least, so that an older one that comes
  ///   later is refused; in whole seconds, ten minutes at least. A change that is older than that
  ///   is doubtful
  public static ListStore open(String url, Duration memory) {
    if (memory.compareTo(MEMORY_MIN) < 0) {
      throw new IllegalArgumentException(
          "the memory is %s; valid: from %s".formatted(memory, MEMORY_MIN));
    }
    IndexSettings settings =
        new IndexSettings(
            memory, IndexSettings.DEFAULT.connectTimeout(), IndexSettings.DEFAULT.replyTimeout());
    return new ListStore(IndexStores.open(url, settings), settings);
  }

  /// Begins a generation, which can be written from then on, and read after [ListRebuild#finish].
  ///
  /// @throws IndexException if the store does not answer
  public ListRebuild begin(ListDefinition definition, ListGeneration generation) {
    String nonce = UUID.randomUUID().toString();
    String stored = definition.stored(generation);
    store.markers().building(stored, nonce, generation.birth());
    ListIndex index = index(definition, List.of(generation));
    return new ListRebuild(store, settings.witnessed(), index, stored, nonce);
  }

  /// A list that is read from its first generation, and written to all.
  ///
  /// @param definition the one that all were begun with; by another one they are not ready
  /// @param serving the generation that answers
  /// @param building those that are being built beside it
  public ListIndex list(
      ListDefinition definition, ListGeneration serving, ListGeneration... building) {
    return index(definition, Stream.concat(Stream.of(serving), Stream.of(building)).toList());
  }

  private ListIndex index(ListDefinition definition, List<ListGeneration> generations) {
    return new ListIndex(store, settings.fencePeriod(), definition, generations);
  }

  /// Removes a generation that is neither read nor written any more, with all of its lists.
  ///
  /// @param definition the one that it was begun with
  /// @throws IndexException if the store fails half-way; it can be called again
  public void drop(ListDefinition definition, ListGeneration generation) {
    store.markers().drop(definition.stored(generation));
  }

  /// Removes what no change needs any more from a generation. Call it once an hour or a day; each
  /// call goes through the whole generation.
  ///
  /// @param definition the one that it was begun with
  /// @return how many keys or rows it removed
  /// @throws IndexException if the store does not answer
  public long sweep(ListDefinition definition, ListGeneration generation) {
    return store.writer().sweep(definition.stored(generation), Sweep.BEGIN, () -> true).removed();
  }

  @Override
  public void close() {
    store.close();
  }
}
