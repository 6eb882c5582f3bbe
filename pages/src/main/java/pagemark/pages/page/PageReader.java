package pagemark.pages.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import pagemark.entry.Entry;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Anchor;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.listing.Expiry;
import pagemark.listing.Selection;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.error.PagesException.UnknownItem;
import pagemark.pages.items.PageItems;
import pagemark.pages.items.PageItems.FetchedItems;
import pagemark.pages.page.ItemsReader.ItemReads;
import pagemark.pages.page.PlacedSlice.Sought;
import pagemark.pages.request.PageRequest;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Page;
import pagemark.pages.result.Page.Diagnosis;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.Pauses;
import pagemark.pages.table.TableRead;
import pagemark.pages.table.TableReader;
import pagemark.pages.unindexed.UnindexedPages;
import pagemark.state.Suspect;

/// Reads a page, in these steps:
///
/// 1. [AnchorResolver] turns the start of the page into an anchor.
/// 2. One call of the index returns the positions of the page, a few spare ones, and the total, all
///    of the same moment.
/// 3. [PageItems] reads the items at these positions from the table and checks them.
/// 4. [SuspectFiling] files the entries of the index that the items contradict, for repair.
/// 5. [FittedItems] leaves as many items as the caller has room for.
///
/// If the index cannot answer, [UnindexedPages] reads the page from the table, which works for
/// first pages and for pages at cursors.
public final class PageReader {
  private final ServingIndex index;
  private final PageItems items;
  private final AnchorResolver anchors;
  private final UnindexedPages unindexed;
  private final CursorCipher cursors;
  private final SuspectFiling suspects;
  private final InstantSource clock;

  public PageReader(
      ServingIndex index,
      TableReader table,
      CursorCipher cursors,
      SuspectFiling suspects,
      InstantSource clock) {
    this.index = index;
    Pauses pauses = Pauses.by(clock);
    this.items = new PageItems(table, pauses);
    this.anchors = new AnchorResolver(new ItemReads(table, pauses), pauses);
    this.unindexed = new UnindexedPages(table, items, clock);
    this.cursors = cursors;
    this.suspects = suspects;
    this.clock = clock;
  }

  /// When the reading of a page began, and when the index had answered or failed.
  private record Times(Instant began, Instant found) {}

  /// @throws pagemark.pages.error.PagesException if the page lies past the end, if the item that it
  ///   should hold does not exist, or if the table leaves keys unread
  /// @throws IndexException if the index cannot answer, and the page cannot be read without it
  public Page read(PageRequest request) {
    Scope scope = request.scope();
    AnchorResolver.Resolved resolved = anchors.of(request);
    Instant began = clock.instant();
    try {
      ServingIndex.Answer<PlacedSlice> found =
          index.ask(
              scope,
              !scope.selection().isWhole(),
              (reader, group) ->
                  PlacedSlice.read(
                      reader,
                      query(request, group, resolved.anchor()),
                      request,
                      resolved.sought()));
      return indexed(request, resolved.reads(), found, new Times(began, clock.instant()));
    } catch (IndexException failure) {
      return unindexed(request, failure, new Times(began, clock.instant()));
    }
  }

  /// Reads the items that the index found.
  private Page indexed(
      PageRequest request,
      List<TableRead> before,
      ServingIndex.Answer<PlacedSlice> found,
      Times times) {
    Scope scope = request.scope();
    PageSlice upward = found.value().asked();
    refusePastEnd(request.start(), scope.size(), upward.total());
    PageSlice slice = found.value().shown();
    FetchedItems fetched = items.read(request, slice).after(before);
    int calls = found.calls() + found.value().moreCalls();
    Cost cost = cost(fetched, calls, found.readUnits(), times);
    SuspectFiling.Filed filed = suspects.file(suspects(scope, found.generation(), fetched));
    FittedItems fitted = FittedItems.of(request, fetched, cursors);
    return new Page(
        scope,
        request.start(),
        fitted.items(),
        OptionalLong.of(slice.total()),
        found.exact(),
        slice.positions().size() - fetched.shown().size(),
        OptionalLong.of(upward.from() + fitted.cutBefore()),
        found.value().place(),
        fitted.ends(),
        untilExpiry(fetched, scope),
        fitted.fit(),
        cost,
        new Diagnosis(
            Optional.empty(),
            fetched.doubted().size(),
            filed.count(),
            Optional.ofNullable(filed.failure())));
  }

  /// Reads the page without the index, or throws the index's failure if only the index can find it.
  private Page unindexed(PageRequest request, IndexException failure, Times times) {
    Scope scope = request.scope();
    FetchedItems fetched = unindexed.read(request).orElseThrow(() -> failure);
    FittedItems fitted = FittedItems.of(request, fetched, cursors);
    return new Page(
        scope,
        request.start(),
        fitted.items(),
        OptionalLong.empty(),
        true,
        0,
        request.start() instanceof Start.Counted ? OptionalLong.of(0) : OptionalLong.empty(),
        Optional.empty(),
        fitted.ends(),
        untilExpiry(fetched, scope),
        fitted.fit(),
        cost(fetched, 0, 0, times),
        new Diagnosis(Optional.of(failure), 0, 0, Optional.empty()));
  }

  private Optional<Duration> untilExpiry(FetchedItems fetched, Scope scope) {
    Expiry expires = scope.listing().definition().expires();
    Instant now = clock.instant();
    return expires == null
        ? Optional.empty()
        : fetched.items().stream()
            .flatMap(item -> expires.at(item).stream())
            .filter(at -> at.isAfter(now))
            .min(Comparator.naturalOrder())
            .map(at -> Duration.between(now, at));
  }

  private Cost cost(FetchedItems fetched, int indexCalls, double indexReadUnits, Times times) {
    return new Cost(
        fetched.plan(),
        indexCalls,
        indexReadUnits,
        fetched.calls(),
        fetched.readUnits(),
        fetched.roundTrips(),
        fetched.suspects(),
        fetched.discarded(),
        Duration.between(times.began(), times.found()),
        Duration.between(times.found(), clock.instant()));
  }

  private List<Suspect> suspects(Scope scope, String generation, FetchedItems fetched) {
    Instant now = clock.instant();
    return fetched.doubted().stream()
        .map(
            doubted ->
                new Suspect(
                    scope.listing().name(),
                    generation,
                    scope.positions().keyAttributes(scope.group(), doubted.seen().position()),
                    scope.group().text(),
                    doubted.seen(),
                    doubted.reason(),
                    now))
        .toList();
  }

  private static PageQuery query(PageRequest request, GroupRef group, Anchor anchor) {
    Scope scope = request.scope();
    Selection read =
        request
            .access()
            .map(a -> a.partitions().read(scope.listing().definition(), scope.selection()))
            .orElse(scope.selection());
    return new PageQuery(
        group,
        scope.selection().sets(),
        read.sets(),
        scope.positions().layout(),
        request.isCountedUp() ? Order.ASCENDING : scope.order(),
        scope.counted(),
        anchor,
        scope.size(),
        request.spares());
  }

  /// Refuses pages past the last one. The first page always exists, even if it is empty.
  private static void refusePastEnd(Start start, int size, long total) {
    if (start instanceof Start.Counted counted
        && counted.from(size) > 0
        && counted.from(size) >= total) {
      throw pastEnd(counted, size, total);
    }
  }

  private static PastEnd pastEnd(Start.Counted asked, int size, long total) {
    long lastPage = Math.max(1, Start.pages(size, total));
    return switch (asked.last(size, total)) {
      case Start.Numbered(var page) ->
          new PastEnd(
              asked.parameter(),
              asked.value(),
              "at most %d, the last page".formatted(page),
              total,
              lastPage,
              OptionalLong.empty());
      case Start.Skipped(var items) ->
          new PastEnd(
              asked.parameter(),
              asked.value(),
              "at most %d, the last item".formatted(Math.max(0, total - 1)),
              total,
              lastPage,
              OptionalLong.of(items));
    };
  }

  /// Turns the start of a page into an anchor, which the index understands. For `item` it reads the
  /// item from the table, consistently, to learn its position; that costs one round trip, and more
  /// if the key is throttled. All other starts cost nothing.
  record AnchorResolver(ItemReads items, Pauses pauses) {
    /// @param reads the reads of the table that it took, one for each round trip
    /// @param sought what the page is asked for, whose place it tells
    record Resolved(Anchor anchor, List<TableRead> reads, Optional<Sought> sought) {
      Resolved(Anchor anchor) {
        this(anchor, List.of(), Optional.empty());
      }
    }

    /// @throws UnknownItem if the item is not in the group, selection or window, or has expired
    Resolved of(PageRequest request) {
      return switch (request.start()) {
        case Start.Counted counted ->
            new Resolved(new Anchor.Rank(counted.from(request.scope().size())));
        case Start.Cursor(var point, _) when point.forward() ->
            new Resolved(new Anchor.Following(point.boundary()));
        case Start.Cursor(var point, _) -> new Resolved(new Anchor.Preceding(point.boundary()));
        case Start.Newest() -> new Resolved(new Anchor.Last());
        case Start.At at ->
            new Resolved(
                around(request, at.boundary()), List.of(), Optional.of(new Sought.Value(at)));
        case Start.Item item -> of(request, item);
      };
    }

    private Resolved of(PageRequest request, Start.Item item) {
      Scope scope = request.scope();
      List<TableRead> reads = items.read(scope.listing(), "item", List.of(item));
      Position position =
          reads.getLast().items().stream()
              .filter(found -> !scope.isExpired(found, pauses.now()))
              .flatMap(found -> scope.entry(found).stream())
              .map(Entry::position)
              .filter(scope::isWithin)
              .findFirst()
              .orElseThrow(UnknownItem::new);
      Sought.Item sought = Sought.Item.of(scope, position);
      return new Resolved(around(request, sought.begin()), reads, Optional.of(sought));
    }

    /// The anchor of the page that holds an item.
    ///
    /// @param boundary the boundary before the wanted item, in the order of the request
    private static Anchor around(PageRequest request, Position boundary) {
      return new Anchor.Around(boundary, !request.isTurned());
    }
  }
}
