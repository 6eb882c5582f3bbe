package pagemark.redis.connection;

import pagemark.index.ServerCertificate;
import redis.clients.jedis.SslOptions;

/// The certificates that a client trusts.
final class Trust {
  private Trust() {}

  /// Trusts only the authority of this certificate.
  static SslOptions only(ServerCertificate certificate) {
    return SslOptions.builder()
        .trustStoreType("JKS")
        .truststore(certificate.truststore().toFile(), ServerCertificate.PASSWORD.toCharArray())
        .build();
  }
}
