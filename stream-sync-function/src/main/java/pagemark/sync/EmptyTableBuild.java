package pagemark.sync;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Generations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The quick rebuild of an empty table: its index is complete as soon as all slots are marked
/// READY.
///
/// It runs before the stream is consumed, at a first start for example. A consumer that is already
/// running must learn of the new generation before it reads the next record.
///
/// 1. Use a generation that is complete already, if there is one.
/// 2. Else check that the table has a stream to follow and is empty, and register a generation.
/// 3. Mark all slots BUILDING, so that the stream's changes go into them.
/// 4. Check again that the table is empty, and mark all slots READY.
/// 5. Let the generation serve.
///
/// A crash may come after each step; the next call goes on from there. A generation that is
/// registered but not complete receives the stream, but no reader sees it.
public final class EmptyTableBuild {
  /// The result of [#ensure].
  public sealed interface Answer {
    /// The generation with this id is complete and serves the listing.
    record Ready(String generation) implements Answer {}

    /// The index needs a rebuild that reads the table.
    record RebuildNeeded(String reason) implements Answer {}
  }

  /// Prefers the serving generation, then the youngest.
  private static final Comparator<Generation> PREFERENCE =
      comparing(Generation::isServing).thenComparing(Generation::id).reversed();

  private final DynamoDbClient dynamo;
  private final Generations generations;
  private final Markers markers;
  private final PageIndexWriter index;

  /// @param index a writer of the store that holds `markers`; its clock gives a generation's birth
  public EmptyTableBuild(
      DynamoDbClient dynamo, Generations generations, Markers markers, PageIndexWriter index) {
    this.dynamo = dynamo;
    this.generations = generations;
    this.markers = markers;
    this.index = index;
  }

  /// Gives `listing` a complete generation of its present definition, table and stream, if marking
  /// slots is enough for that. Ignores generations of another definition, table or stream.
  ///
  /// @throws pagemark.index.IndexException.Unavailable if the index cannot be read or marked
  /// @throws software.amazon.awssdk.core.exception.SdkException if DynamoDB cannot be reached
  public Answer ensure(Listing listing, StreamedTable table) {
    List<Generation> live = generations.live(listing.name());
    List<Generation> bound =
        live.stream().filter(g -> isBound(g, listing, table)).sorted(PREFERENCE).toList();
    for (Generation generation : bound) {
      if (isComplete(generation)) {
        return serve(generation);
      }
    }
    Optional<String> whyNot = table.whyNot(listing.name());
    if (whyNot.isPresent()) {
      return new Answer.RebuildNeeded(whyNot.get());
    }
    if (!isEmpty(table)) {
      return new Answer.RebuildNeeded(
          "the table %s is not empty, and the listing %s has no complete index of it"
              .formatted(table.name(), listing.name()));
    }
    Instant birth = birth(live, table);
    Generation generation =
        bound.stream().findFirst().orElseGet(() -> register(listing, table, birth));
    return build(generation, table, birth);
  }

  private static boolean isBound(Generation generation, Listing listing, StreamedTable table) {
    return generation.isBuiltFrom(listing.definition()) && table.isFollowedBy(generation);
  }

  private boolean isComplete(Generation generation) {
    int ready = markers.count(generation.id()).getOrDefault(Markers.State.READY, 0);
    return ready == markers.slots();
  }

  /// Reads on after an empty page, because it need not be the last one.
  private boolean isEmpty(StreamedTable table) {
    return dynamo
        .scanPaginator(scan -> scan.tableName(table.name()).consistentRead(true).limit(1))
        .items()
        .stream()
        .findFirst()
        .isEmpty();
  }

  /// If nobody has consumed the stream into an index of the listing yet, no record is too old.
  private Instant birth(List<Generation> live, StreamedTable table) {
    boolean consumed = live.stream().anyMatch(g -> g.stream().equals(table.stream()));
    return consumed ? index.time() : Instant.EPOCH;
  }

  private Generation register(Listing listing, StreamedTable table, Instant birth) {
    Generation generation =
        new Generation(
            GenerationId.next(index.time()),
            listing.name(),
            listing.definition(),
            table.arn(),
            table.stream(),
            birth,
            Generation.State.BUILDING);
    generations.register(generation);
    return generation;
  }

  /// Checks the table again after the slots are marked: from then on every write comes as a record.
  private Answer build(Generation generation, StreamedTable table, Instant birth) {
    String nonce = UUID.randomUUID().toString();
    markers.building(generation.id(), nonce, birth);
    if (!isEmpty(table)) {
      return new Answer.RebuildNeeded(
          "the table %s was written to while its index was started".formatted(table.name()));
    }
    int lost = markers.ready(generation.id(), nonce);
    if (lost > 0) {
      return new Answer.RebuildNeeded(
          "%d slots of the index were lost, or taken by another rebuild".formatted(lost));
    }
    return serve(generation);
  }

  private Answer serve(Generation generation) {
    if (!generation.isServing()) {
      generations.serve(generation.listing(), generation.id());
    }
    return new Answer.Ready(generation.id());
  }
}
