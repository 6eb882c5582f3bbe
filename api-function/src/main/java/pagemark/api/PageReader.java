package pagemark.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.api.Page.Spent;
import pagemark.index.Anchor;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.Window;
import pagemark.key.PositionCodec;
import pagemark.listing.Listing;
import pagemark.listing.Order;
import pagemark.state.Suspect;

/// Reads a page, in these steps:
///
/// 1. [AnchorResolver] turns the start of the page into an anchor.
/// 2. One call of the index returns the positions of the page, a few spare ones, and the total, all
///    of the same moment.
/// 3. [PageItems] reads the items at these positions from the table and checks them.
///
/// If the index cannot answer, [UnindexedPages] reads the page from the table, which works for
/// first pages and for pages at cursors.
final class PageReader {
  /// How many positions beyond the page the index is asked for. Their items take the place of items
  /// that are gone.
  private static final int SPARES_MAX = 5;

  private final ServingIndex index;
  private final PageItems items;
  private final AnchorResolver anchors;
  private final UnindexedPages unindexed;
  private final InstantSource clock;

  PageReader(ServingIndex index, TableReader table, InstantSource clock) {
    this.index = index;
    Pauses pauses = Pauses.by(clock);
    this.items = new PageItems(table, pauses);
    this.anchors = new AnchorResolver(table, pauses);
    this.unindexed = new UnindexedPages(table, items, clock);
    this.clock = clock;
  }

  /// @throws ProblemException if the page lies past the end, or if the item that it should hold
  ///   does not exist
  /// @throws IndexException if the index cannot answer, and the page cannot be read without it
  Page read(PageRequest request) {
    AnchorResolver.Place place = anchors.of(request);
    Instant began = clock.instant();
    try {
      boolean byCell = !request.selection().isWhole();
      return promised(
          request,
          place,
          began,
          index.ask(
              request, byCell, group -> index.index().page(query(request, group, place.anchor()))));
    } catch (IndexException failure) {
      return unindexed(request, began, failure);
    }
  }

  /// Reads the items that the index found, and completes the page.
  private Page promised(
      PageRequest request,
      AnchorResolver.Place place,
      Instant began,
      ServingIndex.Answer<PageSlice> found) {
    Instant foundAt = clock.instant();
    PageSlice upward = found.value();
    refusePastEnd(request, upward.total());
    boolean turned = request.isCountedUp() && request.order() == Order.DESCENDING;
    PageSlice slice = turned ? upward.reversed() : upward;
    FetchedItems checked = items.read(request, slice).after(place.reads());
    return new Page(
        request,
        slice.total(),
        found.exact(),
        counted(request, upward.from()),
        PageEnds.of(request, slice, checked.positions()),
        checked,
        spent(found.calls(), began, foundAt),
        suspects(request, found.generation(), checked),
        null);
  }

  private static Start.@Nullable Counted counted(PageRequest request, long from) {
    return switch (request.start()) {
      case Start.Counted counted -> counted;
      case Start.Cursor _ -> null;
      case Start.Newest _, Start.At _, Start.Item _ ->
          new Start.Numbered(from / request.size() + 1);
    };
  }

  /// Reads the page without the index, or throws the index's failure if only the index can find it.
  private Page unindexed(PageRequest request, Instant began, IndexException failure) {
    Instant failedAt = clock.instant();
    UnindexedPages.Found found = unindexed.read(request).orElseThrow(() -> failure);
    return new Page(
        request,
        null,
        true,
        counted(request, 0),
        found.ends(),
        found.checked(),
        spent(0, began, failedAt),
        List.of(),
        failure);
  }

  private Spent spent(int indexCalls, Instant began, Instant foundAt) {
    return new Spent(
        indexCalls, Duration.between(began, foundAt), Duration.between(foundAt, clock.instant()));
  }

  private List<Suspect> suspects(PageRequest request, String generation, FetchedItems checked) {
    PositionCodec codec = request.listing().definition().positions();
    Instant now = clock.instant();
    return checked.doubted().stream()
        .map(
            doubted ->
                new Suspect(
                    request.listing().name(),
                    generation,
                    codec.keyAttributes(request.group(), doubted.seen().position()),
                    request.group().text(),
                    doubted.seen(),
                    doubted.reason(),
                    now,
                    doubted.missing()))
        .toList();
  }

  private static PageQuery query(PageRequest request, GroupRef group, Anchor anchor) {
    Listing listing = request.listing();
    SortWindow window = request.window();
    return new PageQuery(
        group,
        request.selection().sets(),
        request.access().partitions().read(listing.definition(), request.selection()).sets(),
        listing.definition().positions().layout(),
        request.isCountedUp() ? Order.ASCENDING : request.order(),
        window == null ? Window.WHOLE : window.window(),
        anchor,
        request.size(),
        spares(request));
  }

  /// How many spare positions a page needs. A page of `numbering=stable` has none: it keeps its
  /// items, so no other item may take the place of one that is gone.
  static int spares(PageRequest request) {
    return request.isCountedUp() ? 0 : Math.min(SPARES_MAX, request.size());
  }

  /// Answers 404 past the last page. The first page always exists, even if it is empty.
  private static void refusePastEnd(PageRequest request, long total) {
    if (request.start() instanceof Start.Counted counted
        && counted.from(request.size()) > 0
        && counted.from(request.size()) >= total) {
      throw new ProblemException(Problem.pastEnd(counted, request.size(), total));
    }
  }
}
