package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Markers;
import pagemark.index.WatchedPort;
import pagemark.listing.Definitions;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.SampleGenerations;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.paginators.ScanIterable;

final class EmptyTableBuildTest {
  private static final List<String> WRITES = List.of("register", "building", "ready", "serve");

  private static final Listing COMMENTS = Definitions.comments();
  private static final StreamedTable TABLE =
      new StreamedTable(TableModel.NAME, TableModel.ARN, TableModel.STREAM, null, 0, 0);

  /// Ids of generations are seconds, so they sort in the order of their creation.
  private Instant now = SyncFixture.CLOCK.instant();

  private final InMemoryState state = new InMemoryState();
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final Table table = new Table();

  /// A table that only knows whether it holds anything.
  private static final class Table implements DynamoDbClient {
    private boolean holdsAnItem;
    private int emptyPages;

    @Override
    public ScanResponse scan(ScanRequest request) {
      assertEquals(true, request.consistentRead());
      assertEquals(1, request.limit());
      int page = request.hasExclusiveStartKey() ? number(request.exclusiveStartKey()) : 0;
      if (page < emptyPages) {
        return ScanResponse.builder()
            .lastEvaluatedKey(Map.of("PK", fromS("" + (page + 1))))
            .build();
      }
      return holdsAnItem
          ? ScanResponse.builder().items(List.of(Map.of("PK", fromS("rita")))).build()
          : ScanResponse.builder().build();
    }

    @Override
    public ScanIterable scanPaginator(ScanRequest request) {
      return new ScanIterable(this, request);
    }

    private static int number(Map<String, AttributeValue> key) {
      return Integer.parseInt(key.getOrDefault("PK", fromS("")).s());
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private boolean ensure(Listing listing) {
    now = now.plusSeconds(1);
    return new EmptyTableBuild(table, state, index, index).ensure(listing, TABLE);
  }

  private boolean ensure() {
    return ensure(COMMENTS);
  }

  private String ready(boolean isComplete) {
    assertTrue(isComplete);
    String id = state.serving("comments").orElseThrow().id();
    assertEquals(Map.of(Markers.State.READY, index.slots()), index.count(id));
    return id;
  }

  @Test
  void startsTheIndexOfAnEmptyTable() {
    String id = ready(ensure());

    assertEquals(
        List.of(
            SampleGenerations.ofStream(COMMENTS, id, TABLE.stream(), Instant.EPOCH)
                .in(Generation.State.SERVING)),
        state.live("comments"));
  }

  /// The table's first partitions are empty.
  @Test
  void readsOnAfterAnEmptyPage() {
    table.emptyPages = 3;
    table.holdsAnItem = true;
    assertFalse(ensure());
    assertEquals(List.of(), state.live("comments"));
    table.holdsAnItem = false;
    ready(ensure());
  }

  @Test
  void recordsOfAStreamThatWasConsumedBeforeMayBeTooOld() {
    ensure();
    ensure(RandomTable.OLDER);

    assertEquals(now, state.serving("comments").orElseThrow().birth());
  }

  /// The answer of a call during which something happens at each step.
  private boolean ensure(IntConsumer happening) {
    Generations generations = steps(Generations.class, state, happening);
    Markers markers = steps(Markers.class, index, happening);
    return new EmptyTableBuild(table, generations, markers, index).ensure(COMMENTS, TABLE);
  }

  /// Each write has a step before it and one after it: register (1, 2), building (3, 4), ready (5,
  /// 6), serve (7, 8).
  private static <T> T steps(Class<T> port, T real, IntConsumer happening) {
    return WatchedPort.of(
        port,
        real,
        (method, _, call) -> {
          int write = WRITES.indexOf(method);
          if (write < 0) {
            return call.answer();
          }
          happening.accept(2 * write + 1);
          Object answer = call.answer();
          happening.accept(2 * write + 2);
          return answer;
        });
  }

  @Test
  void aTableThatIsWrittenToMeanwhileNeedsARebuild() {
    assertFalse(ensure(step -> table.holdsAnItem = step >= 4));
    assertEquals(Optional.empty(), state.serving("comments"));
  }

  @Test
  void slotsThatAnotherRebuildTookAreNotReady() {
    assertFalse(
        ensure(
            step -> {
              if (step == 4) {
                index.building(state.live("comments").getFirst().id(), "other", Instant.EPOCH);
              }
            }));
    assertEquals(Optional.empty(), state.serving("comments"));
  }
}
