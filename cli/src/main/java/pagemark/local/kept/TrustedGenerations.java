package pagemark.local.kept;

import java.util.List;
import java.util.Set;
import pagemark.listing.json.Listings;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Inexact;
import pagemark.sync.StreamedTable;

/// The generations that readers may see; [IndexTrust] says which.
record TrustedGenerations(
    Generations all, Listings listings, StreamedTable table, Set<String> distrusted)
    implements Generations {

  @Override
  public List<Generation> live(String listing) {
    return all.live(listing).stream().filter(this::isTrusted).toList();
  }

  private boolean isTrusted(Generation generation) {
    return !generation.suspended()
        && isOfDefinition(generation)
        && isOfStream(generation)
        && !distrusted.contains(generation.id());
  }

  boolean isOfDefinition(Generation generation) {
    return listings
        .find(generation.listing())
        .filter(listing -> generation.isBuiltFrom(listing.definition()))
        .isPresent();
  }

  boolean isOfStream(Generation generation) {
    return table.isFollowedBy(generation);
  }

  @Override
  public void register(Generation generation) {
    all.register(generation);
  }

  @Override
  public void serve(String listing, String id) {
    all.serve(listing, id);
  }

  @Override
  public List<Generation> retired(String listing) {
    return all.retired(listing);
  }

  @Override
  public void remove(String listing, String id) {
    all.remove(listing, id);
  }

  @Override
  public void mark(String listing, String id, Inexact mark) {
    all.mark(listing, id, mark);
  }

  @Override
  public void clear(String listing, String id, Inexact mark) {
    all.clear(listing, id, mark);
  }

  @Override
  public void suspend(String listing, String id) {
    all.suspend(listing, id);
  }
}
