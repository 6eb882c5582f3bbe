package pagemark.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import pagemark.sync.EmptyTableBuild.Answer;
import pagemark.sync.EmptyTableBuild.Answer.Ready;
import pagemark.sync.EmptyTableBuild.Answer.RebuildNeeded;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.paginators.ScanIterable;

final class EmptyTableBuildTest {
  private static final List<String> WRITES = List.of("register", "building", "ready", "serve");

  private static final Listing COMMENTS = Definitions.comments();
  private static final StreamedTable TABLE =
      new StreamedTable(TableModel.NAME, TableModel.ARN, TableModel.STREAM);
  private static final RebuildNeeded NOT_EMPTY =
      new RebuildNeeded(
          "the table comments is not empty, and the listing comments has no complete index of it");

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

  private Answer ensure(Listing listing, StreamedTable streamed) {
    now = now.plusSeconds(1);
    return new EmptyTableBuild(table, state, index, index).ensure(listing, streamed);
  }

  private Answer ensure() {
    return ensure(COMMENTS, TABLE);
  }

  private String ready(Answer answer) {
    String id = assertInstanceOf(Ready.class, answer).generation();
    assertEquals(id, state.serving("comments").orElseThrow().id());
    assertEquals(Map.of(Markers.State.READY, index.slots()), index.count(id));
    return id;
  }

  @Test
  void startsTheIndexOfAnEmptyTable() {
    String id = ready(ensure());

    assertEquals(
        List.of(
            new Generation(
                id,
                "comments",
                COMMENTS.definition(),
                TABLE.arn(),
                TABLE.stream(),
                Instant.EPOCH,
                Generation.State.SERVING)),
        state.live("comments"));
  }

  @Test
  void keepsACompleteIndexWhateverTheTableHolds() {
    String id = ready(ensure());
    assertEquals(id, ready(ensure()));

    table.holdsAnItem = true;
    assertEquals(id, ready(ensure()));
  }

  @Test
  void doesNothingToATableThatHoldsItems() {
    table.holdsAnItem = true;

    assertEquals(NOT_EMPTY, ensure());
    assertEquals(List.of(), state.live("comments"));
  }

  /// The table's first partitions are empty.
  @Test
  void readsOnAfterAnEmptyPage() {
    table.emptyPages = 3;
    table.holdsAnItem = true;
    assertEquals(NOT_EMPTY, ensure());
    table.holdsAnItem = false;
    ready(ensure());
  }

  @Test
  void anotherDefinitionTableOrStreamIsAnotherIndex() {
    String id = ready(ensure());
    String redefined = ready(ensure(RandomTable.OLDER, TABLE));
    StreamedTable restreamed =
        new StreamedTable(TABLE.name(), TABLE.arn(), TABLE.arn() + "/stream/2027");
    String followed = ready(ensure(COMMENTS, restreamed));
    StreamedTable elsewhere = new StreamedTable(TABLE.name(), "arn:other", restreamed.stream());
    String moved = ready(ensure(COMMENTS, elsewhere));

    assertEquals(4, List.of(id, redefined, followed, moved).stream().distinct().count());
    assertEquals(List.of(moved), state.live("comments").stream().map(Generation::id).toList());

    table.holdsAnItem = true;
    assertEquals(NOT_EMPTY, ensure());
  }

  @Test
  void recordsOfAStreamThatWasConsumedBeforeMayBeTooOld() {
    ensure();
    ensure(RandomTable.OLDER, TABLE);

    assertEquals(now, state.serving("comments").orElseThrow().birth());
  }

  @Test
  void aLostIndexIsStartedAgainOnlyIfTheTableIsEmpty() {
    String id = ready(ensure());
    index.flush();

    table.holdsAnItem = true;
    assertEquals(NOT_EMPTY, ensure());
    assertEquals(Map.of(), index.count(id));

    table.holdsAnItem = false;
    assertEquals(id, ready(ensure()));
  }

  /// The answer of a call during which something happens at each step.
  private Answer ensure(IntConsumer happening) {
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
    Answer answer = ensure(step -> table.holdsAnItem = step >= 4);

    assertEquals(
        new RebuildNeeded("the table comments was written to while its index was started"), answer);
    assertEquals(Optional.empty(), state.serving("comments"));
    assertEquals(NOT_EMPTY, ensure());
  }

  @Test
  void slotsThatAnotherRebuildTookAreNotReady() {
    Answer answer =
        ensure(
            step -> {
              if (step == 4) {
                index.building(state.live("comments").getFirst().id(), "other", Instant.EPOCH);
              }
            });

    assertEquals(
        new RebuildNeeded("4 slots of the index were lost, or taken by another rebuild"), answer);
    assertEquals(Optional.empty(), state.serving("comments"));
  }

  private void crashAt(int crash) {
    IntConsumer happening =
        step -> {
          if (step == crash) {
            throw new IllegalStateException("crash");
          }
        };
    assertThrows(IllegalStateException.class, () -> ensure(happening));
  }

  /// A crash comes at each step of the build, once before the step takes effect and once after.
  @Test
  void goesOnAfterACrashAtAnyStep() {
    for (int step = 1; step <= 2 * WRITES.size(); step++) {
      EmptyTableBuildTest run = new EmptyTableBuildTest();
      run.crashAt(step);
      run.ready(run.ensure());
      assertEquals(1, run.state.live("comments").size(), "step " + step);
    }
  }

  @Test
  void aCompleteIndexIsServedEvenIfItemsWereWrittenSince() {
    crashAt(7);
    table.holdsAnItem = true;

    ready(ensure());
  }

  @Test
  void anIncompleteIndexNeedsARebuildIfItemsWereWritten() {
    crashAt(4);
    table.holdsAnItem = true;

    assertEquals(NOT_EMPTY, ensure());
    assertEquals(Optional.empty(), state.serving("comments"));
  }
}
