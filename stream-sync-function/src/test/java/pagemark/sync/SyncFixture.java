package pagemark.sync;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import pagemark.function.StreamSyncHandler;
import pagemark.index.GroupDump;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTable.Freshness;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.Quarantine;
import pagemark.state.SampleGenerations;
import pagemark.state.SampleHashes;
import pagemark.state.writer.Writers;
import pagemark.sync.BatchOutcome.Unapplied;
import pagemark.sync.GenerationTracker.Followed;
import pagemark.table.TableItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A handler on an index whose generations are READY, and the expected contents of the index.
public final class SyncFixture {
  /// The clock for stores in memory. Real servers compare records with their own time.
  public static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z"));

  public final InMemoryState state = new InMemoryState();
  public final Writers writers = Writers.of(state);
  public final IndexStore index;

  /// The table that repairs read.
  public TableModel table = new TableModel();

  private final Markers markers;
  private final List<Generation> generations = new ArrayList<>();
  private final Listings listings;
  private final String stream;
  private final InstantSource clock;

  /// On an index in memory, for comments.
  SyncFixture() {
    this(new InMemoryIndex(CLOCK, IndexSettings.DEFAULT), TableModel.COMMENTS, TableModel.STREAM);
  }

  public SyncFixture(IndexStore index, Listings listings, String stream) {
    this(index, listings, stream, CLOCK);
  }

  public SyncFixture(IndexStore index, Listings listings, String stream, InstantSource clock) {
    this.markers = index.markers();
    this.clock = clock;
    this.index = index;
    this.listings = listings;
    this.stream = stream;
    listings.all().forEach(listing -> serve(id(listing), listing));
  }

  private static String id(Listing listing) {
    return listing.definition().isOrderByExpiry() ? "g-order" : "g-" + listing.name();
  }

  /// Adds a READY generation of `listing` to the live ones.
  public Generation add(String id, Listing listing) {
    return add(id, listing, Instant.EPOCH);
  }

  public Generation add(String id, Listing listing, Instant birth) {
    Generation generation = SampleGenerations.ofStream(listing, id, stream, birth);
    state.register(generation);
    markers.building(id, "nonce", birth);
    markers.ready(id, "nonce");
    generations.add(generation);
    return generation;
  }

  private void serve(String id, Listing listing) {
    add(id, listing);
    state.serve(listing.name(), id);
  }

  /// The table and its index.
  ///
  /// @param writer wraps the index
  public IndexedTable indexed(UnaryOperator<PageIndexWriter> writer) {
    return indexed(keys -> table.read(keys), writer.apply(index.writer()), state, writers, state);
  }

  /// The same with notes that may fail.
  IndexedTable indexed(Generations generations, Writers notes) {
    return indexed(keys -> table.read(keys), index.writer(), generations, notes, state);
  }

  /// The same with a table or a quarantine that may fail.
  IndexedTable indexed(TableItems items, Quarantine quarantine) {
    return indexed(items, index.writer(), state, writers, quarantine);
  }

  private IndexedTable indexed(
      TableItems items,
      PageIndexWriter writer,
      Generations generations,
      Writers notes,
      Quarantine quarantine) {
    return new IndexedTable(
        items, writer, markers, generations, notes, quarantine, Freshness.DEFAULT, clock, _ -> {});
  }

  /// Delivers records.
  ///
  /// @return the index of the first record that was not applied; null if all were
  public static @Nullable Integer deliver(StreamSync consumer, List<DynamodbStreamRecord> records) {
    Unapplied first = consumer.sync(TableModel.event(records), () -> 60_000).unapplied();
    return first == null ? null : first.record();
  }

  public StreamSync consumer() {
    return consumer(indexed(UnaryOperator.identity()));
  }

  public StreamSync consumer(IndexedTable indexed) {
    return new StreamSync(indexed, followed(indexed), null);
  }

  Followed followed(IndexedTable indexed) {
    return new Followed(
        new CachedGenerations(indexed.generations(), clock), listings.all(), stream);
  }

  /// A consumer with another cache of generations.
  public static StreamSync consumer(
      IndexedTable indexed, CachedGenerations generations, Listings listings, String stream) {
    List<Listing> all = listings.all();
    return new StreamSync(indexed, new Followed(generations, all, stream), null);
  }

  /// The Lambda function.
  public StreamSyncHandler handler() {
    return new StreamSyncHandler(consumer(), SampleHashes.ofThisProcess(), clock);
  }

  public List<Generation> generations() {
    return generations;
  }

  public GroupDump dump(Generation generation, String group) {
    return new IndexCheck(index.inspector()).dump(generation, group);
  }

  /// The items that the first generation has in a group, in its order.
  List<String> members(String group) {
    return dump(generations.getFirst(), group).all().stream()
        .map(position -> position.member().text())
        .toList();
  }

  /// Checks that every group of every generation is sound and agrees with the images of `items`.
  public void assertHolds(
      List<String> groups, Collection<Map<String, AttributeValue>> items, String message) {
    IndexCheck check = new IndexCheck(index.inspector());
    generations.forEach(generation -> check.assertHolds(generation, groups, items, message));
  }
}
