package pagemark.index;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;

final class BoundedInMemoryIndexTest extends BoundedIndexContract {
  private static final int BYTES_MAX = 2_048;

  private final InMemoryIndex index =
      new InMemoryIndex(InstantSource.fixed(Instant.EPOCH), IndexSettings.DEFAULT, BYTES_MAX);

  @Override
  protected IndexStore emptyStore() {
    return index;
  }

  @Override
  protected int slot(GroupRef group) {
    return InMemoryIndex.slotNumber(group);
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

  @Override
  protected int memberBytesMax() {
    return BYTES_MAX;
  }

  @Override
  protected Optional<Integer> groupBytesMax() {
    return Optional.of(BYTES_MAX);
  }

  @Override
  protected boolean holdsAllKeys() {
    return false;
  }
}
