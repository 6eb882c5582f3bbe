package pagemark.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;

/// Reads a page: one call of the index for its positions and total, then its items.
final class PageReader {
  /// Positions asked for beyond the page, to stand in for suspects.
  private static final int SPARES_MAX = 5;

  private final CachedGenerations generations;
  private final PageIndexReader index;
  private final PageItems items;
  private final InstantSource clock;

  PageReader(
      CachedGenerations generations,
      PageIndexReader index,
      TableReader table,
      InstantSource clock) {
    this.generations = generations;
    this.index = index;
    this.items = new PageItems(table);
    this.clock = clock;
  }

  private record Found(PageSlice slice, int calls) {}

  /// @throws ProblemException where the page lies past the end
  /// @throws pagemark.index.IndexException where the index cannot answer
  Page read(PageRequest request) {
    Instant began = clock.instant();
    Found found = find(request);
    Instant foundAt = clock.instant();
    PageSlice slice = found.slice();
    refusePastEnd(request, slice.total());
    Checked checked = items.read(request, slice);
    return new Page(
        request,
        slice.total(),
        checked,
        found.calls(),
        Duration.between(began, foundAt),
        Duration.between(foundAt, clock.instant()));
  }

  /// Asks the serving generation; once more, with the generations read anew, where it is not ready.
  private Found find(PageRequest request) {
    String listing = request.listing().name();
    try {
      return new Found(index.page(query(request, generations.live(listing))), 1);
    } catch (NotReady replacedOrLost) {
      return new Found(index.page(query(request, generations.refreshed(listing))), 2);
    }
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
    int spares = Math.min(SPARES_MAX, request.size());
    return new PageQuery(
        group,
        listing.definition().positions().layout(),
        request.order(),
        request.from(),
        request.size(),
        spares);
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
