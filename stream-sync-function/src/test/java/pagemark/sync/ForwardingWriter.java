package pagemark.sync;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import pagemark.index.GroupLook;
import pagemark.index.GroupRef;
import pagemark.index.GroupWrite;
import pagemark.index.LookResult;
import pagemark.index.PageIndexWriter;
import pagemark.index.Sweep;
import pagemark.index.Witnesses;
import pagemark.index.WriteResult;
import pagemark.key.Bytes;
import pagemark.key.Entry;

/// A writer that sends its writes to another function.
///
/// @param writes takes the writes instead of `writer`
public record ForwardingWriter(
    PageIndexWriter writer, Function<List<GroupWrite>, List<WriteResult>> writes)
    implements PageIndexWriter {
  @Override
  public List<WriteResult> write(List<GroupWrite> groups) {
    return writes.apply(groups);
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    return writer.look(looks);
  }

  @Override
  public Optional<String> refusal(GroupRef group, Bytes item, Entry entry) {
    return writer.refusal(group, item, entry);
  }

  @Override
  public Sweep sweep(String generation, String position, BooleanSupplier hasTime) {
    return writer.sweep(generation, position, hasTime);
  }

  @Override
  public Witnesses witnesses() {
    return writer.witnesses();
  }

  @Override
  public Instant time() {
    return writer.time();
  }
}
