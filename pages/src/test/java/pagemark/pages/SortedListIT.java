package pagemark.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.entry.Order;
import pagemark.index.Extent;
import pagemark.index.IndexServer;
import pagemark.index.IndexStore;
import pagemark.index.Nightly;
import pagemark.index.TakesLong;
import pagemark.key.BooleanSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;
import pagemark.pages.SortedNotes.Case;
import pagemark.pages.SortedNotes.Note;
import pagemark.pages.SortedNotes.Range;
import pagemark.pages.error.PagesException.IndexUnavailable;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Start;
import pagemark.redis.RedisTopology;
import pagemark.sql.SqlServer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Compares the answers to random questions, with every setting and start, with a plain sorted
/// list. Follows all that each page leads to, with the index and without it. Without it, buckets
/// need a window.
@TakesLong(value = 15, nightly = 140)
final class SortedListIT {
  private static final long SEED = 20_261_121;
  private static final int QUESTIONS = Extent.of(8, 150);
  private static final int QUESTIONS_ON_SERVERS = Extent.of(10, 200);

  private final Random random = new Random();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "epochSeconds",
        "epochMillis",
        "integer",
        "number",
        "datetime",
        "string",
        "instant",
        "boolean",
        "text",
        SortTexts.PARTS,
        SortTexts.DIGITS,
        SortTexts.SHARDS,
        SortTexts.DAYS,
        SortTexts.SHARDED_DAYS
      })
  void everyPageIsThePartOfASortedList(String type) {
    String definition = SortedNotes.definition(type);
    check(type, new ListedTable("sorted-" + type.replace(" ", "-"), definition).open(), QUESTIONS);
  }

  @ParameterizedTest
  @CsvSource({"REDIS, parts", "SQLITE, digits", "POSTGRESQL, string"})
  void everyPageIsThePartOfASortedListOnServers(String name, String type) {
    IndexServer server = name.equals("REDIS") ? RedisTopology.SINGLE_NODE : SqlServer.valueOf(name);
    String definition = SortedNotes.definition(type);
    try (IndexStore index = server.emptyStore()) {
      check(
          type,
          new ListedTable("sorted-" + name + "-" + type, definition, index).open(),
          QUESTIONS_ON_SERVERS);
    }
  }

  @Nightly
  @ParameterizedTest
  @CsvSource({
    "REDIS, integer",
    "REDIS, text",
    "SQLITE, epochMillis",
    "SQLITE, parts",
    "POSTGRESQL, instant",
    "POSTGRESQL, text",
    "MARIADB, number",
    "MARIADB, boolean",
    "MARIADB, parts"
  })
  void everyPageIsThePartOfASortedListOnServersWithOtherTypes(String name, String type) {
    everyPageIsThePartOfASortedListOnServers(name, type);
  }

  private void check(String type, ListedTable table, int questions) {
    System.out.println("SortedListIT seed " + SEED);
    random.setSeed(SEED + table.table().hashCode());
    SortedNotes notes = SortedNotes.in(table, type, random);
    Pages down = Pages.of(table.services(table.listings(), Broken.down(), InstantSource.system()));
    for (int i = 0; i < questions; i++) {
      Case asked = notes.anyCase();
      GroupQuery without = new GroupQuery(down, asked.query().scope());
      switch (random.nextInt(7)) {
        case 0 -> checkNumbered(asked, without);
        case 1 -> checkSkipped(asked, without);
        case 2 -> checkAt(asked, without, type);
        case 3 -> checkItem(asked, without, notes.any(notes.all()));
        case 4 -> checkBars(asked, without);
        case 5 -> checkKeys(asked, without, notes);
        default -> checkFacets(asked, without);
      }
    }
    Case last = notes.anyCase();
    checkKeys(last, new GroupQuery(down, last.query().scope()), notes);
  }

  private void checkNumbered(Case asked, GroupQuery without) {
    int number = 1 + random.nextInt(asked.pages() + 1);
    if (number > asked.pages()) {
      PastEnd past = assertThrows(PastEnd.class, () -> asked.query().page(number));
      assertEquals(asked.pages(), past.lastPage());
      return;
    }
    Page page = asked.query().page(number);
    assertEquals(OptionalLong.of(number), page.number());
    assertEquals(Optional.empty(), page.place());
    checkPage(asked, without, page, asked.page(number));
    Page fields = asked.query().fields("rating").page(number);
    List<Map<String, AttributeValue>> rest = new ArrayList<>();
    page.items().forEach(item -> rest.add(new HashMap<>(item)));
    rest.forEach(item -> item.keySet().retainAll(Set.of("rating")));
    assertEquals(rest, fields.items());
    assertEquals(page.ends(), fields.ends());
  }

  /// Asks for the newest page if pages are counted from the smallest sort value.
  private void checkSkipped(Case asked, GroupQuery without) {
    int total = asked.shown().size();
    if (asked.query().scope().numbering() == Numbering.STABLE) {
      checkPage(asked, without, asked.query().newest(), asked.page(asked.pages()));
      return;
    }
    int skip = random.nextBoolean() ? total + random.nextInt(3) : random.nextInt(total + 1);
    if (skip > 0 && skip >= total) {
      assertThrows(PastEnd.class, () -> asked.query().skip(skip));
    } else {
      checkPage(asked, without, asked.query().skip(skip), asked.from(skip));
    }
  }

  private void checkAt(Case asked, GroupQuery without, String type) {
    int sort = SortTexts.fit(type, random.nextInt(28));
    boolean ascends = asked.query().scope().order() == Order.ASCENDING;
    Predicate<Note> isBefore = note -> ascends ? note.sort() < sort : note.sort() > sort;
    int before = (int) asked.shown().stream().filter(isBefore).count();
    int number = asked.number(Math.clamp(asked.shown().size() - 1, 0, before));
    Page page = asked.query().at(SortTexts.asked(type, sort, random));
    long ties = asked.shown().stream().filter(note -> note.sort() == sort).count();
    assertEquals(Optional.of(new Page.Place.OfValue(before + 1, ties)), page.place());
    assertEquals(OptionalLong.of(number), page.number());
    checkPage(asked, without, page, asked.page(number));
  }

  private void checkItem(Case asked, GroupQuery without, Note note) {
    int rank = asked.shown().indexOf(note);
    if (rank < 0) {
      assertThrows(UnknownItem.class, () -> asked.query().item(note.key()));
      return;
    }
    Page page = asked.query().item(note.key());
    checkPage(asked, without, page, asked.page(asked.number(rank)));
    assertTrue(keys(page).contains(note.key()));
    List<Integer> values = asked.shown().stream().map(Note::sort).toList();
    OptionalLong ofValue =
        note.sort() == SortTexts.NONE
            ? OptionalLong.empty()
            : OptionalLong.of(values.indexOf(note.sort()) + 1);
    assertEquals(Optional.of(new Page.Place.OfItem(rank + 1, ofValue)), page.place());
    assertThrows(UnknownItem.class, () -> asked.query().item("nobody"));
  }

  /// Checks a counted page and all that it leads to.
  private static void checkPage(Case asked, GroupQuery without, Page page, Range range) {
    checkPart(asked, page, range);
    checkWithout(asked, without, page, range);
    int previous = Math.max(0, range.from() - asked.size());
    checkLink(asked, page.next(), range.to() < asked.shown().size(), asked.from(range.to()));
    boolean overlaps = page.start() instanceof Start.Skipped;
    Range before = overlaps ? asked.from(previous) : new Range(previous, range.from());
    checkLink(asked, page.prev(), range.from() > 0, before);
    if (!page.items().isEmpty()) {
      Page last = asked.query().read(page.last().orElseThrow());
      assertEquals(asked.shown().getLast().key(), keys(last).getLast());
      assertEquals(
          asked.shown().getFirst().key(), keys(asked.query().read(page.first())).getFirst());
    }
    page.ends().after().ifPresent(at -> checkCursor(asked, without, at, asked.from(range.to())));
    page.ends()
        .before()
        .ifPresent(at -> checkCursor(asked, without, at, new Range(previous, range.from())));
  }

  private static void checkPart(Case asked, Page page, Range range) {
    assertEquals(asked.keys(range), keys(page), asked.query().scope()::toString);
    assertEquals(OptionalLong.of(asked.shown().size()), page.total());
    assertEquals(range.from() == 0, page.ends().isFirst());
    assertEquals(range.to() == asked.shown().size(), page.ends().isLast());
    assertEquals(range.from() > 0, page.ends().before().isPresent());
    assertEquals(range.to() < asked.shown().size(), page.ends().after().isPresent());
    assertCost(page, "suspects=0");
  }

  private static void checkLink(Case asked, Optional<Start> link, boolean isThere, Range range) {
    assertEquals(isThere, link.isPresent(), asked.query().scope()::toString);
    link.ifPresent(start -> checkPart(asked, asked.query().read(start), range));
  }

  private static void checkCursor(
      Case asked, GroupQuery without, Start.Cursor cursor, Range range) {
    Page page = asked.query().read(cursor);
    checkPart(asked, page, range);
    assertEquals(OptionalLong.empty(), page.number());
    assertEquals(OptionalLong.of(range.from()), page.before());
    if (!asked.query().scope().positions().isQueryable()) {
      assertThrows(IndexUnavailable.class, () -> without.read(cursor));
    } else if (asked.isWhole()) {
      checkSame(page, without.read(cursor));
    }
  }

  /// Only first pages can be read without the index, as long as no number is unknown, and if
  /// DynamoDB has the order.
  private static void checkWithout(Case asked, GroupQuery without, Page page, Range range) {
    boolean isFirst =
        page.start() instanceof Start.Counted
            && range.from() == 0
            && !asked.query().scope().isCountedDown()
            && asked.query().scope().positions().isQueryable();
    if (!isFirst) {
      assertThrows(IndexUnavailable.class, () -> without.read(page.start()));
    } else if (asked.isWhole()) {
      checkSame(page, without.read(page.start()));
    }
  }

  private static void checkSame(Page page, Page without) {
    assertEquals(page.items(), without.items(), page::toString);
    assertEquals(page.ends(), without.ends(), page::toString);
    assertEquals(page.earlier(), without.earlier());
    assertEquals(OptionalLong.empty(), without.total());
  }

  /// All that match, from cursor to cursor, as the index has them.
  private void checkKeys(Case asked, GroupQuery without, SortedNotes notes) {
    GroupQuery query = asked.query().onlyKeys().size(random.nextBoolean() ? 1_000 : 25);
    notes.table().wire().drain();
    List<Map<String, AttributeValue>> told = new ArrayList<>();
    Optional<Start> start = Optional.of(Start.first(query.scope()));
    while (start.isPresent()) {
      Page page = query.read(start.get());
      assertEquals(OptionalLong.of(asked.shown().size()), page.total());
      assertCost(page, "plan=none", "indexCalls=1", "tableCalls=0", "readUnits=0.0", "discarded=0");
      told.addAll(page.items());
      start = page.ends().after().map(at -> at);
    }
    assertEquals(asked.shown().stream().map(notes::held).toList(), told, query.scope()::toString);
    assertEquals(0, notes.table().wire().count());
    assertThrows(IndexUnavailable.class, () -> without.onlyKeys().page(1));
  }

  /// Each bar has what a page in the window of the bar counts. The first and the last one may reach
  /// out of the window of the question.
  private void checkBars(Case asked, GroupQuery without) {
    int most = 1 + random.nextInt(50);
    SortType type = asked.query().scope().positions().sortType();
    if (type instanceof StringSort || type instanceof TextSort || type instanceof BooleanSort) {
      assertThrows(InvalidParameter.class, () -> asked.query().bars(most));
      return;
    }
    boolean tellsHours =
        type instanceof SortType.AsTime times && times.precision().compareTo(ChronoUnit.HOURS) <= 0;
    String zone = tellsHours && random.nextBoolean() ? "Asia/Kolkata" : null;
    List<Bars.Bar> bars = asked.query().bars(most, zone).bars();
    assertTrue(bars.size() <= most, bars::toString);
    long total = bars.stream().mapToLong(Bars.Bar::items).sum();
    boolean isWhole = asked.query().scope().window() == null;
    if (bars.isEmpty()) {
      assertTrue(asked.shown().isEmpty() || isWhole, "without sort values");
      return;
    }
    GroupQuery all = isWhole ? asked.query().window(bars.getFirst().from(), null) : asked.query();
    assertEquals(all.page(1).total(), OptionalLong.of(total));
    assertTrue(bars.getFirst().items() > 0 && bars.getLast().items() > 0, bars::toString);
    for (int i = 1; i < bars.size() - 1; i++) {
      GroupQuery bar = asked.query().window(bars.get(i).from(), bars.get(i + 1).from());
      assertEquals(bar.page(1).total(), OptionalLong.of(bars.get(i).items()), bars::toString);
    }
    assertThrows(IndexUnavailable.class, () -> without.bars(most));
  }

  private static void checkFacets(Case asked, GroupQuery without) {
    Predicate<Note> rated = note -> asked.ratings().contains(note.rating());
    Predicate<Note> spoken = note -> asked.languages().contains(note.language());
    Facets facets = asked.query().facets();
    assertEquals(asked.shown().size(), facets.total());
    Facets.Facet ratings = facets.byFilter().getFirst();
    Facets.Facet languages = facets.byFilter().getLast();
    assertEquals(SortedNotes.RATINGS, List.copyOf(ratings.counts().keySet()));
    assertEquals(SortedNotes.LANGUAGES, List.copyOf(languages.counts().keySet()));
    ratings
        .counts()
        .forEach(
            (value, count) ->
                assertCount(asked, spoken.and(note -> note.rating().equals(value)), count));
    languages
        .counts()
        .forEach(
            (value, count) ->
                assertCount(asked, rated.and(note -> note.language().equals(value)), count));
    OptionalDouble mean =
        asked.within().stream()
            .filter(spoken.and(note -> !note.rating().equals("other")))
            .mapToInt(note -> Integer.parseInt(note.rating()))
            .average();
    Optional<BigDecimal> told = ratings.mean().orElseThrow().value();
    assertEquals(mean.isPresent(), told.isPresent());
    told.ifPresent(value -> assertEquals(mean.orElseThrow(), value.doubleValue(), 1e-5));
    assertEquals(Optional.empty(), languages.mean());
    assertThrows(IndexUnavailable.class, without::facets);
  }

  private static void assertCount(Case asked, Predicate<Note> counted, long count) {
    assertEquals(
        asked.within().stream().filter(counted).count(), count, asked.query().scope()::toString);
  }
}
