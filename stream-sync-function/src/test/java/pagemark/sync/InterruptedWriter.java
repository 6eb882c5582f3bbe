package pagemark.sync;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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

/// A writer that lets others do something between its calls.
record InterruptedWriter(PageIndexWriter writer, Runnable others) implements PageIndexWriter {
  @Override
  public List<WriteResult> write(List<GroupWrite> writes) {
    others.run();
    List<WriteResult> results = writer.write(writes);
    others.run();
    return results;
  }

  @Override
  public List<LookResult> look(List<GroupLook> looks) {
    others.run();
    List<LookResult> results = writer.look(looks);
    others.run();
    return results;
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
