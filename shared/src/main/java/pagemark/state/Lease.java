package pagemark.state;

import java.time.Instant;

/// The claim of an owner to rebuild a listing.
///
/// @param owner a name that no other has; a next process of the same name goes on at once
/// @param now by the owner's clock
/// @param until the end of the lease
/// @param workedSince a plan that nobody has worked on since then is left: nobody goes on with it
public record Lease(
    String listing, String owner, Instant now, Instant until, Instant workedSince) {}
