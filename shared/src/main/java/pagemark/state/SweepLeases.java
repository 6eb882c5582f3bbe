package pagemark.state;

import java.time.Instant;

/// Lets one process at a time sweep by an order by expiry. Two at once would do no harm, but each
/// would pay for all.
public interface SweepLeases {
  /// Takes or renews the lease.
  ///
  /// @param order the name of the order by expiry
  /// @param owner a name that no other process has
  /// @param now the owner's clock
  /// @param until when the lease ends
  /// @return false if another owner holds it
  boolean claim(String order, String owner, Instant now, Instant until);

  /// Gives the lease back, if the owner still has it.
  void release(String order, String owner);
}
