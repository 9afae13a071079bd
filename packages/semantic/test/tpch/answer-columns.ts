/** The columns of each query of the standard, in the order in which the query of the example shows them. */
export const answerColumns: Readonly<Record<number, string>> = {
  1:
    'l_returnflag l_linestatus sum_qty sum_base_price sum_disc_price sum_charge ' +
    'avg_qty avg_price avg_disc count_order',
  2: 's_acctbal s_name n_name p_partkey p_mfgr s_address s_phone s_comment',
  3: 'l_orderkey o_orderdate o_shippriority revenue',
  4: 'o_orderpriority order_count',
  5: 'n_name revenue',
  6: 'revenue',
  7: 'supp_nation cust_nation l_year revenue',
  8: 'o_year mkt_share',
  9: 'nation o_year sum_profit',
  10: 'c_custkey c_name c_acctbal n_name c_address c_phone c_comment revenue',
  11: 'ps_partkey value',
  12: 'l_shipmode high_line_count low_line_count',
  13: 'c_count custdist',
  14: 'promo_revenue',
  15: 's_suppkey s_name s_address s_phone total_revenue',
  16: 'p_brand p_type p_size supplier_cnt',
  17: 'avg_yearly',
  18: 'c_name c_custkey o_orderkey o_orderdate o_totalprice sum',
  19: 'revenue',
  20: 's_name s_address',
  21: 's_name numwait',
  22: 'cntrycode numcust totacctbal',
};
