package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import pagemark.entry.Group;
import pagemark.index.GroupRef;
import pagemark.redis.script.IndexKeys.Slots;

final class SlotsTest {
  @Test
  void everySlotHasAMarkerInIt() {
    for (int slot = 0; slot < Slots.COUNT; slot++) {
      assertEquals(slot, Slots.of(IndexKeys.marker(slot)));
    }
  }

  @Test
  void allKeysOfAGroupLieInItsSlotWhateverItsName() {
    for (String name : new String[] {"DAFT_PUNK_TSHIRT", "}", "{", "a}b{c", "100%", "äöü", "\0"}) {
      IndexKeys keys = IndexKeys.of(new GroupRef("g1", "comments", new Group(name)));
      int slot = Slots.of(keys.all());
      keys.fences().forEach(key -> assertEquals(slot, Slots.of(key)));
      assertEquals(slot, Slots.of(keys.marker()));
      String tag = new String(keys.all(), UTF_8).replaceAll("(?s).*\\{(.*)}.*", "$1");
      assertEquals(slot, Slots.of(tag.getBytes(UTF_8)), name);
    }
  }

  @Test
  void namesThatDifferHaveKeysThatDiffer() {
    IndexKeys brace = IndexKeys.of(new GroupRef("g1", "comments", new Group("{")));
    IndexKeys encoded = IndexKeys.of(new GroupRef("g1", "comments", new Group("%7B")));
    assertEquals("pm:g1:{comments/%7B}:", brace.prefix());
    assertEquals("pm:g1:{comments/%257B}:", encoded.prefix());
  }
}
