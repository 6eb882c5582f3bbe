package pagemark.state.rebuild;

import java.time.Instant;

/// A claim to rebuild a listing.
///
/// @param owner a name that no other owner has; a new process of the same name continues at once
/// @param now the owner's clock
/// @param until when the lease ends
/// @param workedSince a plan on which nobody has worked since then is abandoned: nobody may
///   continue it
public record Lease(
    String listing, String owner, Instant now, Instant until, Instant workedSince) {}
