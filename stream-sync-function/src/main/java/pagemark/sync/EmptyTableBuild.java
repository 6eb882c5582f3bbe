package pagemark.sync;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import pagemark.index.Markers;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.GenerationId;
import pagemark.state.Generations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The quick rebuild: the index of an empty table is complete as soon as every slot says so.
///
/// It runs before the stream is consumed, as at a first start. A consumer that is already running
/// must know the new generation before it reads the next record.
///
/// Each step can be the last before a crash, and a next call goes on from there. A generation that
/// is registered but not complete is followed by the stream and served to nobody; one that is
/// complete but not served needs only that.
public final class EmptyTableBuild {
  /// What [#ensure] found or did.
  public sealed interface Answer {
    /// The generation of that id is complete and serves the listing.
    record Ready(String generation) implements Answer {}

    /// Only a rebuild that reads the table can complete an index.
    record RebuildNeeded(String reason) implements Answer {}
  }

  /// The one that serves, else the youngest.
  private static final Comparator<Generation> PREFERENCE =
      comparing(Generation::isServing).thenComparing(Generation::id).reversed();

  private final DynamoDbClient dynamo;
  private final Generations generations;
  private final Markers markers;
  private final PageIndexWriter index;

  /// @param index the store of `markers`, by whose clock a generation is born
  public EmptyTableBuild(
      DynamoDbClient dynamo, Generations generations, Markers markers, PageIndexWriter index) {
    this.dynamo = dynamo;
    this.generations = generations;
    this.markers = markers;
    this.index = index;
  }

  /// Sees to it that `listing` has a complete generation of its present definition, table and
  /// stream, where that takes no more than marking slots. A generation of another definition, table
  /// or stream counts as none.
  ///
  /// @throws pagemark.index.IndexException.Unavailable where the index cannot be asked or marked
  /// @throws software.amazon.awssdk.core.exception.SdkException where DynamoDB cannot be asked
  public Answer ensure(Listing listing, StreamedTable table) {
    List<Generation> live = generations.live(listing.name());
    List<Generation> bound =
        live.stream().filter(g -> isBound(g, listing, table)).sorted(PREFERENCE).toList();
    for (Generation generation : bound) {
      if (isComplete(generation)) {
        return serve(generation);
      }
    }
    if (!isEmpty(table)) {
      return new Answer.RebuildNeeded(
          "the table %s is not empty, and the listing %s has no complete index of it"
              .formatted(table.name(), listing.name()));
    }
    Instant birth = birth(live, table);
    Generation generation = bound.isEmpty() ? register(listing, table, birth) : bound.getFirst();
    return build(generation, table, birth);
  }

  /// Definitions are compared as texts, in which 1 and 1.0 are one number.
  private static boolean isBound(Generation generation, Listing listing, StreamedTable table) {
    return generation.definition().json().equals(listing.definition().json())
        && table.isFollowedBy(generation);
  }

  private boolean isComplete(Generation generation) {
    int ready = markers.count(generation.id()).getOrDefault(Markers.State.READY, 0);
    return ready == markers.slots();
  }

  /// A page of a scan may be empty, and yet not be the last.
  private boolean isEmpty(StreamedTable table) {
    return dynamo
        .scanPaginator(scan -> scan.tableName(table.name()).consistentRead(true).limit(1))
        .items()
        .stream()
        .findFirst()
        .isEmpty();
  }

  /// Where nobody has consumed the stream into an index of the listing, no record is too old for
  /// it.
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

  /// The table is looked at again once the stream goes into the marked slots: what is written from
  /// then on comes as a record.
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
