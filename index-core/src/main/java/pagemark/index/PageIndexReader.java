package pagemark.index;

import java.util.List;
import java.util.function.DoubleConsumer;

/// Reads pages and counts of a group from its index. Each answer is of one moment. In DynamoDB that
/// is so only if nobody writes to the group meanwhile: there, counts follow their entries within
/// milliseconds.
public interface PageIndexReader {
  /// Reads the positions of a page, its spares and the selection's total.
  ///
  /// @throws IndexException.NotReady if the group's slot is not READY for the generation
  /// @throws IndexException.Unavailable if the store cannot be reached or answers with an error
  PageSlice page(PageQuery query);

  /// Counts the entries of each cell.
  ///
  /// @return the counts in the order of the query's cells
  /// @throws IndexException as [#page] does
  List<Long> counts(CountQuery query);

  /// A reader that tells what its calls consume: nothing if the store's reads are not paid for.
  ///
  /// @param units takes capacity units of DynamoDB that the index has read, as they come and from
  ///   any thread
  default PageIndexReader telling(DoubleConsumer units) {
    return this;
  }

  /// Names the part of the store that answers for `group`, if that is known without a call. Parts
  /// can fail separately. Empty if the store has one part, or if the part is not known.
  default String part(GroupRef group) {
    return "";
  }
}
