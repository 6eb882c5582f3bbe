package pagemark.index;

import java.time.Instant;
import java.time.InstantSource;

final class InMemoryIndexTest extends PageIndexContract {
  private final InMemoryIndex index =
      new InMemoryIndex(InstantSource.fixed(Instant.EPOCH), IndexSettings.DEFAULT);

  @Override
  protected IndexStore emptyStore() {
    return index;
  }

  @Override
  protected void forgetFences(GroupRef group) {
    index.forgetFences(group);
  }
}
