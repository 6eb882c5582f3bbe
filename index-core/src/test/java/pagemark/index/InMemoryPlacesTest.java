package pagemark.index;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;

@TakesLong(nightly = 5)
final class InMemoryPlacesTest extends PlaceContract {
  private final InMemoryIndex index =
      InMemoryIndex.byPlace(InstantSource.fixed(Instant.EPOCH), IndexSettings.DEFAULT);

  @Override
  protected IndexStore emptyStore() {
    index.flush();
    return index;
  }

  @Override
  protected void forgetFences(GroupRef group) {
    index.forgetFences(group);
  }

  @Override
  protected void ageFences(Collection<GroupRef> groups, int periods) {
    groups.forEach(group -> index.ageFences(group, periods));
  }

  @Override
  protected long size() {
    return index.size();
  }
}
