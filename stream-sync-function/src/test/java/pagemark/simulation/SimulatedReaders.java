package pagemark.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import pagemark.api.PageHandler;
import pagemark.entry.Entry;
import pagemark.entry.Group;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.CountQuery;
import pagemark.index.GroupDump;
import pagemark.index.GroupRef;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexException;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Turns;
import pagemark.listing.Indexable.Indexed;
import pagemark.listing.Listing;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.services.TestContext;
import pagemark.simulation.Faults.Fault;
import pagemark.state.Generations;
import pagemark.state.InMemoryState;
import pagemark.state.Suspects;
import pagemark.sync.RandomTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

  /// A reader's index behind a network. It keeps the group from which each answer was made.
  ///
  /// @param seen the whole group at the moment of each answer
  record ObservedIndex(InMemoryIndex index, Turns scheduler, Faults faults, List<GroupDump> seen)
      implements PageIndexReader {

    ObservedIndex(InMemoryIndex index, Turns scheduler, Faults faults) {
      this(index, scheduler, faults, new ArrayList<>());
    }

    @Override
    public PageSlice page(PageQuery query) {
      return parked(
          () -> {
            PageSlice page = index.page(query);
            seen.add(index.dump(query.group()));
            return page;
          });
    }

    @Override
    public List<Long> counts(CountQuery query) {
      return parked(() -> index.counts(query));
    }

    @Override
    public String part(GroupRef group) {
      return index.part(group);
    }

    private <T> T parked(Supplier<T> call) {
      scheduler.park();
      T answer = call.get();
      scheduler.park();
      if (faults.happens(Fault.INDEX_READ_FAILS, 25)) {
        throw new IndexException.Unavailable("connection reset", null);
      }
      return answer;
    }
  }

  /// Checks after the last write that every page agrees with the table: pages by number, by cursors
  /// forward, and by cursors backward.
  ///
  /// @param instance an instance of the reading function
  /// @param items all items of the table
  private record PagesCheck(
      SimulatedReaders.Instance instance,
      Collection<Map<String, AttributeValue>> items,
      String message) {
    private static final int SIZE = 2;

    void run() {
      for (RandomTable.Asked group : RandomTable.ASKED) {
        List<String> keys =
            keys(RandomTable.LISTINGS.find(group.listing()).orElseThrow(), group.name());
        String url = group.url() + "size=" + SIZE + "&order=";
        checkNumbers(url + "ascending", keys);
        checkNumbers(url + "descending", keys.reversed());
        checkCursors(url + "descending", keys.reversed());
      }
    }

    private List<String> keys(Listing listing, String group) {
      record Found(Entry entry, String key) {}
      List<Found> found = new ArrayList<>();
      for (Map<String, AttributeValue> item : items) {
        if (listing.definition().indexable(item) instanceof Indexed(var groups, var entry)
            && groups.contains(new Group(group))) {
          found.add(new Found(entry, ItemHistory.key(item)));
        }
      }
      return found.stream()
          .sorted(comparing(each -> each.entry().position()))
          .map(Found::key)
          .toList();
    }

    private PageAnswer page(String url) {
      PageAnswer answer = SimulatedReaders.answer(instance, url);
      assertTrue(answer.isIndexed(), () -> message + ": " + url + " is " + answer);
      return answer;
    }

    private void checkNumbers(String url, List<String> keys) {
      int pages = Math.max(1, Math.ceilDiv(keys.size(), SIZE));
      for (int number = 1; number <= pages; number++) {
        PageAnswer answer = page(url + "&page=" + number);
        int from = (number - 1) * SIZE;
        assertEquals(keys.size(), answer.total(), message + ": " + url);
        assertEquals(
            keys.subList(from, Math.min(from + SIZE, keys.size())),
            answer.keys(),
            message + ": " + url);
      }
    }

    private void checkCursors(String url, List<String> keys) {
      List<String> forward = new ArrayList<>();
      List<String> backward = new ArrayList<>();
      PageAnswer answer = page(url);
      forward.addAll(answer.keys());
      while (!answer.cursor("after").isEmpty()) {
        answer = page(url + "&cursor=" + answer.cursor("after"));
        forward.addAll(answer.keys());
      }
      backward.addAll(answer.keys());
      while (!answer.cursor("before").isEmpty()) {
        answer = page(url + "&cursor=" + answer.cursor("before"));
        backward.addAll(0, answer.keys());
      }
      assertEquals(keys, forward, message + ": " + url);
      assertEquals(keys, backward, message + ": " + url);
    }
  }
}
