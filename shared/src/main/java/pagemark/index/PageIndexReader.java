package pagemark.index;

import java.util.List;

/// Reads pages and counts of a group from its index.
public interface PageIndexReader {
  /// The positions of a page, its spares and the selection's total, all of one moment, in one call.
  ///
  /// @throws IndexException.NotReady where the group's slot is not READY for the generation
  /// @throws IndexException.Unavailable where the store cannot be reached or answers with an error
  PageSlice page(PageQuery query);

  /// For each cell how many entries it has, all of one moment, in one call.
  ///
  /// @throws IndexException as [#page]
  List<Long> counts(CountQuery query);

  /// Names the part of the store that answers for `group`, as far as that is known without asking:
  /// parts fail one without the other. Empty where there is one, or it is not known.
  default String part(GroupRef group) {
    return "";
  }
}
