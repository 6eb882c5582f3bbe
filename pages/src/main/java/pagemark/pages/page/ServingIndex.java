package pagemark.pages.page;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.DoubleAdder;
import pagemark.index.GroupRef;
import pagemark.index.IndexException.NotReady;
import pagemark.index.PageIndexReader;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.pages.scope.Scope;
import pagemark.state.CachedGenerations;
import pagemark.state.Generation;
import software.amazon.awssdk.core.exception.SdkException;

/// Calls the index in the generation that serves a listing. That is the first live generation that
/// is shown and that was built from the listing's table, positions, conditions and, if the answer
/// depends on them, filters.
public record ServingIndex(CachedGenerations generations, PageIndexReader index) {
  /// @param generation the id of the generation that answered
  /// @param exact false if its index may differ from the table
  /// @param calls how many calls of the index it took
  /// @param readUnits the capacity units that the last of them consumed
  public record Answer<T>(T value, String generation, boolean exact, int calls, double readUnits) {}

  /// Calls the index for a group.
  @FunctionalInterface
  interface Question<T> {
    T ask(PageIndexReader index, GroupRef group);
  }

  /// Calls the index with the serving generation. If that is not ready, for it was replaced or
  /// lost, reads the generations again and calls the index once more.
  ///
  /// @param byCell whether the answer depends on cells, and so on the filters
  /// @param question calls the index
  /// @throws pagemark.index.IndexException if the index cannot answer
  <T> Answer<T> ask(Scope scope, boolean byCell, Question<T> question) {
    String listing = scope.listing().name();
    try {
      return ask(scope, serving(scope, byCell, generations.live(listing)), question, 1);
    } catch (NotReady replacedOrLost) {
      return ask(scope, serving(scope, byCell, generations.refreshed(listing)), question, 2);
    }
  }

  private <T> Answer<T> ask(Scope scope, Generation serving, Question<T> question, int calls) {
    GroupRef group = new GroupRef(serving.id(), scope.listing().name(), scope.group());
    DoubleAdder units = new DoubleAdder();
    T value = question.ask(index.telling(units::add), group);
    return new Answer<>(
        value, serving.id(), serving.isExact(generations.now()), calls, units.sum());
  }

  private static Generation serving(Scope scope, boolean byCell, List<Generation> live) {
    return live.stream()
        .filter(generation -> serves(generation, scope, byCell))
        .findFirst()
        .orElseThrow(() -> new NotReady("(none)"));
  }

  /// Other filters make other cells. They do not change a position.
  private static boolean serves(Generation generation, Scope scope, boolean byCell) {
    IndexDefinition wanted = scope.listing().definition();
    IndexDefinition built = generation.definition();
    return generation.isShown()
        && built.table().equals(wanted.table())
        && built.positions().equals(wanted.positions())
        && built.where().equals(wanted.where())
        && Objects.equals(built.expires(), wanted.expires())
        && (scope.value() == null || built.open().contains(scope.value().filter()))
        && (!byCell || built.filters().equals(wanted.filters()));
  }

  /// Finds what can be served of a listing whose definition has changed. Until the index of the new
  /// definition is built, the old index is still there, and follows the table. So the listing is
  /// served by the old definition, with its sort and filters.
  ///
  /// Not if another table, key, group or condition was declared: a group that is named by another
  /// attribute belongs to somebody else, and an item that no longer meets the conditions may be
  /// none of the reader's business. Then there are no pages until the new index is built.
  ///
  /// Costs nothing more than the look at the generations that each page takes.
  public record ServableListings(CachedGenerations generations) {
    /// The listing as it is declared, or with the definition of its index. Compares without JSON,
    /// whose classes no first request should have to load. Two that write one number in different
    /// ways differ here, and are served alike.
    public Listing of(Listing declared) {
      IndexDefinition wanted = declared.definition();
      List<Generation> shown = shown(declared.name());
      return shown.stream().anyMatch(one -> one.definition().equals(wanted))
          ? declared
          : shown.stream()
              .map(Generation::definition)
              .filter(built -> isServable(built, wanted))
              .findFirst()
              .map(declared::by)
              .orElse(declared);
    }

    /// The generations that readers may see; none if the state table does not answer, which the
    /// read of the page reports.
    private List<Generation> shown(String listing) {
      try {
        return generations.live(listing).stream().filter(Generation::isShown).toList();
      } catch (SdkException e) {
        return List.of();
      }
    }

    private static boolean isServable(IndexDefinition built, IndexDefinition wanted) {
      return built.table().equals(wanted.table())
          && built.group().parts().equals(wanted.group().parts())
          && built.positions().key().equals(wanted.positions().key())
          && built.where().equals(wanted.where());
    }
  }
}
