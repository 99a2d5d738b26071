"""Works that several rows of the costs rest on."""

from compute.registry import Source

VASWANI = Source("Vaswani et al. 2017, Attention Is All You Need, section 3", "arXiv:1706.03762")
KAPLAN = Source("Kaplan et al. 2020, Scaling Laws for Neural Language Models, section 2.1", "arXiv:2001.08361")
POPE = Source("Pope et al. 2022, Efficiently Scaling Transformer Inference, sections 2 and 3", "arXiv:2211.05102")
DEEPSEEK_V2 = Source("DeepSeek-AI 2024, DeepSeek-V2, section 2.1", "arXiv:2405.04434")
KWON = Source("Kwon et al. 2023, PagedAttention, sections 3 and 4", "arXiv:2309.06180")
ROOFLINE = Source("Williams, Waterman, Patterson 2009, Roofline, CACM 52(4)", "doi:10.1145/1498765.1498785")
KORTHIKANTI = Source(
    "Korthikanti et al. 2022, Reducing Activation Recomputation in Large Transformer Models, section 4",
    "arXiv:2205.05198",
)
SHOEYBI = Source("Shoeybi et al. 2019, Megatron-LM, section 3", "arXiv:1909.08053")
NARAYANAN = Source(
    "Narayanan et al. 2021, Efficient Large-Scale Language Model Training, section 5", "arXiv:2104.04473"
)
DAO = Source("Dao et al. 2022, FlashAttention, sections 3 and 4", "arXiv:2205.14135")
SHAZEER = Source("Shazeer et al. 2017, Outrageously Large Neural Networks, section 2", "arXiv:1701.06538")
AINSLIE = Source("Ainslie et al. 2023, GQA, section 2", "arXiv:2305.13245")
AGRAWAL = Source("Agrawal et al. 2023, SARATHI: chunked prefills, section 4", "arXiv:2308.16369")
HERE = Source("Defined here, in docs/decisions/cost.md", "docs/decisions/cost.md")
VIEWER = Source("Yuan et al. 2024, LLM Inference Unveiled: Survey and Roofline Model Insights", "arXiv:2402.16363")
NARAYANAN_FLOPS = Source("Narayanan et al. 2021, Megatron-LM on GPU Clusters, equations 2 to 4", "arXiv:2104.04473")
HOFFMANN = Source(
    "Hoffmann et al. 2022, Training Compute-Optimal Large Language Models, appendix F", "arXiv:2203.15556"
)
CHOWDHERY = Source("Chowdhery et al. 2022, PaLM, appendix B", "arXiv:2204.02311")
BOOK = Source("Austin et al. 2025, How to Scale Your Model", "https://jax-ml.github.io/scaling-book/")
FLASH2 = Source("Dao 2023, FlashAttention-2, section 4.1 and its benchmark", "arXiv:2307.08691")
