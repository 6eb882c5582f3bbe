package pagemark.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import pagemark.api.PageHandler;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.InMemoryIndex;
import pagemark.index.Turns;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.services.TestContext;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.Suspects;
import pagemark.sync.RandomTable;

/// Clients that request pages, one after another, as API Gateway passes them to the function. They
/// check each answer against the index and the table.
///
/// @param suspects where pages file suspects
/// @param pauseMax the longest pause of a client between two pages, in milliseconds
record SimulatedReaders(
    Turns scheduler,
    Faults faults,
    Random random,
    SimulatedStream stream,
    InMemoryIndex index,
    InMemoryState state,
    Suspects suspects,
    int pauseMax) {
  private static final CursorKeys CURSOR_KEYS = new CursorKeys("k".repeat(43), Optional.empty());

  /// One instance of the function, with its caches.
  ///
  /// @param observed the index that it reads
  record Instance(PageHandler handler, ObservedIndex observed) {}

  Instance instance() {
    ObservedIndex observed = new ObservedIndex(index, scheduler, faults);
    PagesServices services =
        new PagesServices(
            RandomTable.LISTINGS,
            new SimulatedDynamo(stream.history(), scheduler, faults, random),
            scheduler.parked(Generations.class, state),
            scheduler.parked(Suspects.class, suspects),
            observed,
            Optional.of(CURSOR_KEYS),
            scheduler);
    return new Instance(new PageHandler(Pages.of(services), scheduler, false), observed);
  }

  /// Requests pages while the table is written.
  void run() {
    PageAsks asks = new PageAsks(random);
    Instance instance = instance();
    while (!stream.isEnded()) {
      scheduler.sleep(Duration.ofMillis(random.nextInt(pauseMax)));
      PageAsk ask = asks.next();
      check(ask, instance, asks);
    }
  }

  /// Checks after the last write that every page agrees with the table.
  void conclude(String message) {
    new PagesCheck(instance(), stream.table().table.items(), message).run();
  }

  private void check(PageAsk ask, Instance instance, PageAsks asks) {
    ItemHistory.Mark from = mark();
    instance.observed().seen().clear();
    PageAnswer answer = answer(instance, ask.request());
    PageCheck check = new PageCheck(ask, answer, stream.history(), from, mark());
    switch (answer.status()) {
      case 200 -> page(check, instance, asks);
      case 404 -> {
        check.absent(instance.observed().seen());
        faults.count(Fault.PAGE_ABSENT);
      }
      case 503 -> faults.count(Fault.PAGE_REFUSED);
      default -> throw check.failed("no answer to a good request");
    }
  }

  private ItemHistory.Mark mark() {
    return stream.history().mark(scheduler.instant());
  }

  /// @param request a path and query
  static PageAnswer answer(Instance instance, String request) {
    String[] parts = request.split("\\?", 2);
    String event =
        """
        { "version": "2.0", "routeKey": "$default", "rawPath": "%s", "rawQueryString": "%s",
          "requestContext": { "stage": "$default", "http": { "method": "GET", "path": "%s" } } }
        """
            .formatted(parts[0], parts[1], parts[0]);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      instance
          .handler()
          .handleRequest(
              new ByteArrayInputStream(event.getBytes(UTF_8)), answer, new TestContext());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PageAnswer.of(answer.toByteArray());
  }

  private void page(PageCheck check, Instance instance, PageAsks asks) {
    boolean indexed = check.answer().isIndexed();
    PageCheck.Page page = indexed ? check.indexed(instance.observed().seen()) : check.unindexed();
    faults.count(indexed ? Fault.PAGE_INDEXED : Fault.PAGE_UNINDEXED);
    if (!page.shown().isEmpty()) {
      continueAt(check, page, true, asks);
      continueAt(check, page, false, asks);
    }
  }

  /// Schedules a later request at one of the page's cursors, if it has any.
  private static void continueAt(
      PageCheck check, PageCheck.Page page, boolean forward, PageAsks asks) {
    String cursor = check.answer().cursor(forward ? "after" : "before");
    PageAsk ask = check.ask();
    boolean behind = forward == (ask.order() == Order.ASCENDING);
    Set<Position> boundaries = new TreeSet<>();
    page.edges(forward, ask.listing().definition().positions())
        .forEach(edge -> boundaries.add(behind ? edge.next() : edge));
    if (!cursor.isEmpty()) {
      asks.remember(ask.at(new PageAsk.Start.Cursor(boundaries, forward, "cursor=" + cursor)));
    }
  }
}
