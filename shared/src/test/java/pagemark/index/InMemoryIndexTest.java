package pagemark.index;

import java.time.Instant;
import java.time.InstantSource;

final class InMemoryIndexTest extends PageIndexContract {
  @Override
  protected IndexStore emptyStore() {
    return new InMemoryIndex(InstantSource.fixed(Instant.EPOCH), IndexSettings.DEFAULT);
  }
}
