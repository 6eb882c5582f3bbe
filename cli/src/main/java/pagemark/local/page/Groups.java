package pagemark.local.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import pagemark.index.GroupRef;
import pagemark.index.IndexException;
import pagemark.index.Inspector;
import pagemark.index.Inspector.GroupSize;
import pagemark.key.GroupKey;
import pagemark.listing.Listing;
import pagemark.state.Generation;
import pagemark.state.Generations;

/// Finds some groups of a listing, for the page's choice. It asks for the sizes of 200 groups at
/// most, and leaves out those within others, so the cost does not grow with the index.
record Groups(Generations shown, Inspector inspector) {
  private static final int FOUND_MAX = 200;
  private static final int MET_MAX = 10_000;
  private static final int TOLD_MAX = 50;

  /// No groups are known, and there may be some.
  static final Some NONE = new Some(List.of(), true);

  /// @param largest at most 50 of the groups that were found, the largest first
  /// @param more whether there may be others
  record Some(List<GroupSize> largest, boolean more) {
    Some {
      largest = List.copyOf(largest);
    }
  }

  /// Finds groups; none if there is no index, or it does not answer.
  Some of(Listing listing) {
    try {
      return shown.serving(listing.name()).map(generation -> of(generation, listing)).orElse(NONE);
    } catch (IndexException e) {
      return NONE;
    }
  }

  private Some of(Generation generation, Listing listing) {
    Found found = found(generation, listing.definition().group());
    List<GroupSize> largest =
        inspector.sizes(found.groups(), listing.definition().cells()).stream()
            .filter(size -> size.all() > 0)
            .sorted(
                Comparator.comparingLong(GroupSize::all)
                    .reversed()
                    .thenComparing(size -> size.group().group().text()))
            .limit(TOLD_MAX)
            .toList();
    return new Some(largest, !found.isAll() || found.groups().size() > TOLD_MAX);
  }

  /// @param isAll whether the index has no others
  private record Found(List<GroupRef> groups, boolean isAll) {}

  private Found found(Generation generation, GroupKey key) {
    List<GroupRef> found = new ArrayList<>();
    AtomicInteger met = new AtomicInteger();
    boolean isAll = true;
    try {
      inspector.groups(
          generation.id(),
          chunk -> {
            chunk.stream()
                .filter(group -> key.texts(group.group()).isPresent())
                .forEach(found::add);
            if (found.size() >= FOUND_MAX || met.addAndGet(chunk.size()) >= MET_MAX) {
              throw new Enough();
            }
          });
    } catch (Enough e) {
      isAll = false;
    }
    return new Found(found.stream().distinct().limit(FOUND_MAX).toList(), isAll);
  }

  /// Ends the scan of an index that may have millions of groups.
  private static final class Enough extends RuntimeException {
    Enough() {
      super("", null, false, false);
    }
  }
}
