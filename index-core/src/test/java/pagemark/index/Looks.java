package pagemark.index;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Entry;
import pagemark.index.LookResult.Register;

/// Reads registers as a repair does.
public final class Looks {
  private Looks() {}

  public static List<Register> all(PageIndexWriter writer, GroupLook look) {
    return assertInstanceOf(LookResult.Looked.class, writer.look(List.of(look)).getFirst())
        .registers();
  }

  public static Register one(
      PageIndexWriter writer, GroupRef group, Bytes item, @Nullable Entry entry) {
    return all(writer, new GroupLook(group, List.of(new GroupLook.Item(item, entry)))).getFirst();
  }
}
