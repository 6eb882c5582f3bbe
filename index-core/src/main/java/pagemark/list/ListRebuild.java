package pagemark.list;

import pagemark.index.IndexException;
import pagemark.index.Markers;

/// The build of a generation beside changes:
///
/// 1. [ListStore#begin] makes it, and its birth is now.
/// 2. Every writer writes to it too, as `building` of [ListStore#list].
/// 3. Then each item is read from the source once, in any order, and given to [#row].
/// 4. [#finish]. The generation can be read, and the source notes that it serves.
public final class ListRebuild {
  private final ListIndex index;
  private final Markers markers;
  private final ListGeneration generation;
  private final String nonce;

  ListRebuild(ListIndex index, Markers markers, ListGeneration generation, String nonce) {
    this.index = index;
    this.markers = markers;
    this.generation = generation;
    this.nonce = nonce;
  }

  /// Writes an item as the source has it now.
  ///
  /// @param version that of the item's last change
  /// @throws IndexException if the store does not answer, or has lost what was built
  public Outcome row(ListItem item, long version) {
    return index.row(item, version);
  }

  /// Lets the generation be read.
  ///
  /// @throws IndexException.NotReady if a part of the store was lost since the begin: begin again
  public void finish() {
    if (markers.ready(generation.id(), nonce) > 0) {
      throw new IndexException.NotReady(generation.id());
    }
  }
}
