package pagemark.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import pagemark.api.Page.Spent;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.IndexException.NotReady;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.key.Cell;
import pagemark.key.Entry;
import pagemark.key.PositionCodec;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import pagemark.state.Suspect;

/// Reads a page: one call of the index for its positions and total, then its items. The first page
/// is read without the index where that cannot answer.
final class PageReader {
  /// Positions asked for beyond the page, to stand in for suspects.
  private static final int SPARES_MAX = 5;

  private final CachedGenerations generations;
  private final PageIndexReader index;
  private final PageItems items;
  private final FirstPage firstPage;
  private final InstantSource clock;

  PageReader(
      CachedGenerations generations,
      PageIndexReader index,
      TableReader table,
      InstantSource clock) {
    this.generations = generations;
    this.index = index;
    this.items = new PageItems(table);
    this.firstPage = new FirstPage(table, items, clock);
    this.clock = clock;
  }

  /// @param generation its id
  private record Found(PageSlice slice, String generation, int calls) {}

  /// @throws ProblemException where the page lies past the end
  /// @throws IndexException where the index cannot answer, and the page is not one that can be read
  ///   without it
  Page read(PageRequest request) {
    Instant began = clock.instant();
    try {
      return promised(request, began, find(request));
    } catch (IndexException failure) {
      return unindexed(request, began, failure);
    }
  }

  private Page promised(PageRequest request, Instant began, Found found) {
    Instant foundAt = clock.instant();
    PageSlice slice = found.slice();
    refusePastEnd(request, slice.total());
    Checked checked = items.read(request, slice);
    return new Page(
        request,
        slice.total(),
        checked,
        spent(found.calls(), began, foundAt),
        suspects(request, found.generation(), checked),
        null);
  }

  private Page unindexed(PageRequest request, Instant began, IndexException failure) {
    if (request.from() > 0) {
      throw failure;
    }
    Instant failedAt = clock.instant();
    Checked checked = firstPage.read(request).orElseThrow(() -> failure);
    return new Page(request, null, checked, spent(0, began, failedAt), List.of(), failure);
  }

  private Spent spent(int indexCalls, Instant began, Instant foundAt) {
    return new Spent(
        indexCalls, Duration.between(began, foundAt), Duration.between(foundAt, clock.instant()));
  }

  private List<Suspect> suspects(PageRequest request, String generation, Checked checked) {
    PositionCodec codec = request.listing().definition().positions();
    Instant now = clock.instant();
    return checked.doubted().stream()
        .map(
            doubted ->
                new Suspect(
                    request.listing().name(),
                    generation,
                    codec.keyAttributes(request.group(), doubted.position()),
                    request.group().text(),
                    new Entry(Cell.WHOLE, doubted.position()),
                    doubted.reason(),
                    now))
        .toList();
  }

  /// Asks the serving generation; once more, with the generations read anew, where it is not ready.
  private Found find(PageRequest request) {
    String listing = request.listing().name();
    try {
      return found(query(request, generations.live(listing)), 1);
    } catch (NotReady replacedOrLost) {
      return found(query(request, generations.refreshed(listing)), 2);
    }
  }

  private Found found(PageQuery query, int calls) {
    return new Found(index.page(query), query.group().generation(), calls);
  }

  private static PageQuery query(PageRequest request, List<Generation> live) {
    Listing listing = request.listing();
    String serving =
        live.stream()
            .filter(generation -> serves(generation, listing))
            .map(Generation::id)
            .findFirst()
            .orElseThrow(() -> new NotReady("(none)"));
    GroupRef group = new GroupRef(serving, listing.name(), request.group());
    return new PageQuery(
        group,
        listing.definition().positions().layout(),
        request.order(),
        request.from(),
        request.size(),
        spares(request));
  }

  static int spares(PageRequest request) {
    return Math.min(SPARES_MAX, request.size());
  }

  /// Filters may differ: they change no position.
  private static boolean serves(Generation generation, Listing listing) {
    IndexDefinition built = generation.definition();
    IndexDefinition wanted = listing.definition();
    return generation.isServing()
        && built.table().equals(wanted.table())
        && built.positions().equals(wanted.positions());
  }

  private static void refusePastEnd(PageRequest request, long total) {
    if (request.isPastEnd(total)) {
      Start last = request.start().last(request.size(), total);
      long lastPage = Math.max(1, Start.pages(request.size(), total));
      throw new ProblemException(Problem.pastEnd(request.start(), last, lastPage));
    }
  }
}
