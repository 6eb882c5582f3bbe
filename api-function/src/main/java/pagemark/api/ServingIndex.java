package pagemark.api;

import java.util.List;
import java.util.function.Function;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.PageIndexReader;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;

/// The index in the generation that serves a listing.
record ServingIndex(CachedGenerations generations, PageIndexReader index) {
  /// @param generation its id
  /// @param calls of the index
  record Answer<T>(T value, String generation, int calls) {}

  /// Asks the serving generation; once more, with the generations read anew, where it is not ready.
  ///
  /// @throws pagemark.index.IndexException where the index cannot answer
  <T> Answer<T> ask(Asked request, boolean byCell, Function<GroupRef, T> question) {
    String listing = request.listing().name();
    try {
      GroupRef group = group(request, byCell, generations.live(listing));
      return new Answer<>(question.apply(group), group.generation(), 1);
    } catch (NotReady replacedOrLost) {
      GroupRef group = group(request, byCell, generations.refreshed(listing));
      return new Answer<>(question.apply(group), group.generation(), 2);
    }
  }

  /// @param byCell whether the answer depends on cells
  private static GroupRef group(Asked request, boolean byCell, List<Generation> live) {
    Listing listing = request.listing();
    String serving =
        live.stream()
            .filter(generation -> serves(generation, listing.definition(), byCell))
            .map(Generation::id)
            .findFirst()
            .orElseThrow(() -> new NotReady("(none)"));
    return new GroupRef(serving, listing.name(), request.group());
  }

  /// Where filters differ, so do cells, but no position.
  private static boolean serves(Generation generation, IndexDefinition wanted, boolean byCell) {
    IndexDefinition built = generation.definition();
    return generation.isServing()
        && built.table().equals(wanted.table())
        && built.positions().equals(wanted.positions())
        && (!byCell || built.filters().equals(wanted.filters()));
  }
}
