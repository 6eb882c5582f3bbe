package pagemark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import pagemark.entry.Bytes;
import pagemark.entry.Cell;
import pagemark.entry.Entry;
import pagemark.entry.Position;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.index.Sequence;
import pagemark.listing.Listing;
import pagemark.repair.ExpirySweep;
import pagemark.repair.IndexedTable;
import pagemark.repair.IndexedTables;
import pagemark.repair.LeftData;
import pagemark.services.TestContext;
import pagemark.state.Generation;
import pagemark.state.InMemoryState;
import pagemark.state.Inexact;
import pagemark.state.QuarantinedItem;
import pagemark.state.SampleGenerations;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import pagemark.state.rebuild.NamedGenerations;
import pagemark.sync.RandomTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Runs of the scheduled repair. Time passes with each read of the table.
final class RepairHandlerTest {
  private static final int RUN_MILLIS = 900_000;
  private static final int READ_MILLIS = 30_000;

  /// More suspects than a run has time for.
  private static final int MANY = 5_000;

  private static final String EVICTS = "keys are evicted: set maxmemory-policy to noeviction";

  private int leftMillis = RUN_MILLIS;
  private boolean isStateTooLarge;
  private Instant now = Instant.parse("2026-11-21T00:00:00Z");
  private final InMemoryIndex index = new InMemoryIndex(() -> now, IndexSettings.DEFAULT);
  private final InMemoryState state = new InMemoryState();
  private final Suspects suspects = Suspects.of(state);
  private final TestContext context = new TestContext();
  private final List<Listing> listings = List.copyOf(RandomTable.LISTINGS.byName().values());

  /// One instance of the function.
  private RepairHandler handler(List<Listing> inOrder) {
    IndexedTable table = IndexedTables.of(this::read, index, index, state, state, () -> now);
    return new RepairHandler(
        inOrder,
        new RepairHandler.Steps(
            table,
            new ExpirySweep(table, index, inOrder),
            new LeftData(index, _ -> named(), index::time)));
  }

  private NamedGenerations named() {
    if (isStateTooLarge) {
      throw new IllegalStateException("too large");
    }
    NamedGenerations named = new NamedGenerations(new TreeMap<>(), new TreeSet<>());
    for (Listing listing : listings) {
      named.byListing().put(listing.name(), Set.of("g-" + listing.name()));
    }
    return named;
  }

  /// The table has no item.
  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> read(
      Collection<Map<String, AttributeValue>> keys) {
    leftMillis -= READ_MILLIS;
    context.remainingMillis = leftMillis;
    return Map.of();
  }

  private void serve(Listing listing) {
    String id = "g-" + listing.name();
    state.register(SampleGenerations.of(listing, id, Generation.State.BUILDING));
    state.serve(listing.name(), id);
    index.building(id, "nonce", Instant.EPOCH);
    index.ready(id, "nonce");
  }

  private void suspects(Listing listing, int count) {
    for (int i = 0; i < count; i++) {
      suspects.file(
          new Suspect(
              listing.name(),
              "g-" + listing.name(),
              Map.of("PK", fromS("ghost" + i)),
              "A",
              new Entry(Cell.WHOLE, new Position(i, Bytes.utf8("ghost" + i))),
              "promised, and not there",
              now));
    }
  }

  /// The number of settled suspects of each listing, in this order.
  private List<Integer> run(List<Listing> inOrder) {
    leftMillis = RUN_MILLIS;
    context.remainingMillis = leftMillis;
    Map<String, Object> answer = handler(inOrder).handleRequest(Map.of(), context);
    List<Integer> settled = new ArrayList<>();
    for (Listing listing : inOrder) {
      Map<?, ?> counts = (Map<?, ?>) Objects.requireNonNull(answer.get(listing.name()));
      settled.add((Integer) Objects.requireNonNull(counts.get("settled")));
    }
    return settled;
  }

  @Test
  void aBusyListingLeavesTheNextOneItsShareOfTime() {
    Listing busy = listings.getFirst();
    Listing next = listings.getLast();
    listings.forEach(this::serve);
    suspects(busy, MANY);
    suspects(next, 100);
    List<Integer> settled = run(List.of(busy, next));
    assertTrue(settled.getFirst() > 0 && settled.getFirst() < MANY, settled::toString);
    assertEquals(100, settled.getLast());
    assertTrue(context.remainingMillis > 0, "it stops in time");
  }

  /// Both listings have more to do than there is time for.
  @Test
  void unusedTimeGoesToTheNextListings() {
    listings.forEach(this::serve);
    suspects(listings.getLast(), MANY);
    int alone = run(listings).getLast();
    suspects(listings.getFirst(), MANY);
    int beside = run(listings).getLast();
    assertTrue(beside > 0, "beside " + beside);
    assertTrue(alone > beside, "alone %d, beside another %d".formatted(alone, beside));
  }

  @Test
  void redrivesOneListingAndNamesWhatIsLeftIfItIsAsked() {
    Listing listing = listings.getFirst();
    listings.forEach(this::serve);
    suspects(listing, 3);
    suspects(listings.getLast(), 3);
    state.add(
        new QuarantinedItem(
            listing.name(), Map.of("PK", fromS("ann")), new Sequence("1"), "no number", now));
    Map<String, Object> request = Map.of("action", "redrive", "listing", listing.name());
    Map<String, Object> answer = handler(listings).handleRequest(request, context);
    assertEquals("{quarantinedSettled=1, suspectsSettled=3, poison=0, open=0}", "" + answer);
    assertEquals(3, suspects.list(listings.getLast().name(), "", 10).size());

    index.flush();
    suspects(listing, 1);
    Map<String, Object> named = new HashMap<>(request);
    named.put("keys", true);
    assertEquals(
        "{quarantinedSettled=0, suspectsSettled=1, poison=0, open=0,"
            + " quarantined=[], suspects=[], more=false}",
        "" + handler(listings).handleRequest(named, context));
  }

  @Test
  void sweepsByEachOrderAndSaysWhyItCannot() {
    List<Listing> expiring = RandomTable.EXPIRING.all();
    RepairHandler handler = handler(expiring);
    Map<String, Object> sweep = Map.of("action", "sweep");
    assertEquals("{@comments.ttl={end=NOT_BUILT, open=0, removed=0}}", sorted(handler, sweep));
    assertTrue(
        context.lines.getLast().contains("pagemark rebuild --listing @comments.ttl"),
        context.lines::toString);

    Listing order = expiring.getLast();
    state.register(SampleGenerations.of(order, "g-order", Generation.State.BUILDING));
    state.serve(order.name(), "g-order");
    assertEquals("{@comments.ttl={end=OPEN, open=0, removed=0}}", sorted(handler, sweep));
    assertTrue(context.lines.getLast().contains("\"failed\""), "its slots are lost");

    index.building("g-order", "nonce", Instant.EPOCH);
    index.ready("g-order", "nonce");
    int lines = context.lines.size();
    assertEquals("{@comments.ttl={end=SWEPT, open=0, removed=0}}", sorted(handler, sweep));
    assertEquals(lines, context.lines.size(), "nothing was to be done, and nothing is said");
    assertEquals("{}", "" + handler(listings).handleRequest(sweep, context));
  }

  private String sorted(RepairHandler handler, Map<String, Object> event) {
    Map<String, Object> sorted = new TreeMap<>();
    handler
        .handleRequest(event, context)
        .forEach((order, result) -> sorted.put(order, new TreeMap<>((Map<?, ?>) result)));
    return sorted.toString();
  }

  @Test
  void aRequestThatIsNoRedriveIsRefused() {
    RepairHandler handler = handler(listings);
    Map.of(
            Map.of("action", "stats"), "\"action\" is stats; valid values: redrive, sweep",
            Map.of("action", "redrive", "listing", "none"), "\"listing\" is none; valid values: ",
            Map.of("action", "redrive", "listing", "a", "key", 1),
                "\"fields\" is key; valid values: [action, keys, listing]",
            Map.of("action", "redrive", "listing", listings.getFirst().name(), "keys", "yes"),
                "\"keys\" is yes; valid values: true, false")
        .forEach(
            (event, message) -> {
              Exception refused =
                  assertThrows(
                      IllegalArgumentException.class,
                      () -> handler.handleRequest(new HashMap<>(event), context));
              assertTrue(String.valueOf(refused.getMessage()).startsWith(message), message);
            });
  }

  /// The server's settings are changed after the rebuild.
  @Test
  void logsOnceAnHourThatTheIndexCanLoseEntriesInSilence() {
    RepairHandler handler = handler(listings);
    listings.forEach(this::serve);
    handler.handleRequest(Map.of(), context);
    assertEquals(List.of(), told("unsafeIndex"));
    index.endanger(EVICTS);
    for (int minutes = 0; minutes <= 120; minutes += 5) {
      handler.handleRequest(Map.of(), context);
      now = now.plus(Duration.ofMinutes(5));
    }
    String line =
        """
        {"event":"unsafeIndex","reason":"%s","level":"ERROR","requestId":"request"}\
        """
            .formatted(EVICTS);
    assertEquals(List.of(line, line, line), told("unsafeIndex"));

    index.endanger();
    now = now.plus(Duration.ofHours(1));
    handler.handleRequest(Map.of(), context);
    assertEquals(3, told("unsafeIndex").size());
  }

  @Test
  void tellsWhatIsWrongWithAListingAndThatItHasLookedIfAllIsWell() {
    Listing listing = listings.getFirst();
    RepairHandler handler = handler(List.of(listing));
    handler.handleRequest(Map.of(), context);
    assertTold("NOT_READY", 1);

    listings.forEach(this::serve);
    handler.handleRequest(Map.of(), context);
    assertTold("", 0);
    assertTrue(context.lines.getLast().contains("_aws"), "the heartbeat");
    assertEquals("INFO", context.json().getLast().path("level").asText());

    Instant since = now.minusSeconds(60);
    String serving = "g-" + listing.name();
    state.mark(listing.name(), serving, new Inexact(Inexact.Cause.MISSED_RECORDS, since, now));
    handler.handleRequest(Map.of(), context);
    assertTold("INEXACT", 1);
    assertEquals("WARN", context.json().getLast().path("level").asText());
  }

  private void assertTold(String kind, int trouble) {
    assertEquals(kind, context.json().getLast().path("kind").asText());
    assertEquals(trouble, context.json().getLast().path("Trouble").asInt());
  }

  private List<String> told(String event) {
    return context.lines.stream()
        .filter(line -> line.contains(event))
        .map(line -> line.replaceFirst(",\"timestamp\":\"[^\"]*\"", ""))
        .toList();
  }

  @Test
  void logsWhatItHasRemovedAtTheEndOfAWalk() {
    RepairHandler handler = handler(listings);
    listings.forEach(this::serve);
    index.building("tk3x9f0abc", "nonce", Instant.EPOCH);
    handler.handleRequest(Map.of(), context);
    assertEquals(
        List.of(
            """
            {"event":"leftData","removed":["memory-tk3x9f0abc"],"tables":1,\
            "level":"INFO","requestId":"request"}\
            """),
        told("leftData"));
    index.building("tk3x9f0abc", "nonce", Instant.EPOCH);
    now = now.plus(Duration.ofMinutes(59));
    handler.handleRequest(Map.of(), context);
    assertTrue(index.generations().contains("tk3x9f0abc"), "the next walk is not due");
    now = now.plus(Duration.ofMinutes(1));
    isStateTooLarge = true;
    handler.handleRequest(Map.of(), context);
    assertEquals(
        "{\"event\":\"leftData\",\"failed\":\"too"
            + " large\",\"level\":\"WARN\",\"requestId\":\"request\"}",
        told("leftData").getLast());
    assertTrue(index.generations().contains("tk3x9f0abc"));
  }
}
