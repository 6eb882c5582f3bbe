package pagemark.api;

import java.util.List;
import java.util.function.Function;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.PageIndexReader;
import pagemark.listing.IndexDefinition;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;

/// The index in the generation that serves a listing.
record ServingIndex(CachedGenerations generations, PageIndexReader index) {
  /// @param generation its id
  /// @param exact whether its index is known to hold what the table holds
  /// @param calls of the index
  record Answer<T>(T value, String generation, boolean exact, int calls) {}

  /// Asks the serving generation; once more, with the generations read anew, where it is not ready.
  ///
  /// @throws pagemark.index.IndexException where the index cannot answer
  <T> Answer<T> ask(Asked request, boolean byCell, Function<GroupRef, T> question) {
    String listing = request.listing().name();
    try {
      return ask(request, serving(request, byCell, generations.live(listing)), question, 1);
    } catch (NotReady replacedOrLost) {
      return ask(request, serving(request, byCell, generations.refreshed(listing)), question, 2);
    }
  }

  private static <T> Answer<T> ask(
      Asked request, Generation serving, Function<GroupRef, T> question, int calls) {
    GroupRef group = new GroupRef(serving.id(), request.listing().name(), request.group());
    return new Answer<>(question.apply(group), serving.id(), serving.isExact(), calls);
  }

  /// @param byCell whether the answer depends on cells
  private static Generation serving(Asked request, boolean byCell, List<Generation> live) {
    return live.stream()
        .filter(generation -> serves(generation, request.listing().definition(), byCell))
        .findFirst()
        .orElseThrow(() -> new NotReady("(none)"));
  }

  /// If filters differ, so do cells, but no position.
  private static boolean serves(Generation generation, IndexDefinition wanted, boolean byCell) {
    IndexDefinition built = generation.definition();
    return generation.isShown()
        && built.table().equals(wanted.table())
        && built.positions().equals(wanted.positions())
        && (!byCell || built.filters().equals(wanted.filters()));
  }
}
